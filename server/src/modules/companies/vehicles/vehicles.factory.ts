import type { Db } from '../../../platform/db/index.ts'

/** Creates a vehicle of the company; without numbers it gets any VIN. */
export const buildVehicle = (
  db: Db,
  contractorId: number,
  author: { id: number },
  overrides: { name?: string; vin?: string; frame_number?: string; plate?: string } = {},
) =>
  db
    .insertInto('vehicles')
    .values({
      contractor_id: contractorId,
      name: 'Любая машина',
      ...(!overrides.vin && !overrides.frame_number && !overrides.plate && { vin: 'XTA210990Y2766389' }),
      ...overrides,
      actor_id: author.id,
      subject_id: author.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
