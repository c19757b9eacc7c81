import { z } from 'zod'
import { Day, Id } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Days of Moscow of a substitution, both included; `null` for no limit. */
export interface SubstitutePeriod {
  substitute_from: string | null
  substitute_to: string | null
}

/**
 * Checks whether a substitute is active on the day; one without a period is always active. `assignedManager` in the database
 * applies the same rule.
 * @param day `YYYY-MM-DD`, Moscow
 */
export const standsIn = ({ substitute_from: from, substitute_to: to }: SubstitutePeriod, day: string): boolean =>
  (from === null || from <= day) && (to === null || day <= to)

/** Checks whether a period ends before it begins. */
export const isBackwards = ({ substitute_from: from, substitute_to: to }: SubstitutePeriod): boolean =>
  from !== null && to !== null && from > to

const Person = z.object({ id: Id, full_name: z.string() })
const period = { substitute_from: Day.nullable(), substitute_to: Day.nullable() }

/** Substitute of a manager for all of the manager's companies. */
export const OwnSubstitute = z.object({
  /** Companies of this manager. */
  companies_count: z.int(),
  /** Substitute of most of the companies; `is_same` when all share it. */
  deputy: Person.nullable(),
  ...period,
  is_same: z.boolean(),
  /**
   * Colleagues for whom this manager substitutes, now or later, each with a period and the number of companies it
   * covers.
   */
  stands_in: z.array(z.object({ manager: Person.nullable(), ...period, companies_count: z.int() })),
  /** Managers to choose from. */
  managers: z.array(Person),
})
export type OwnSubstitute = z.infer<typeof OwnSubstitute>

export const SetSubstitute = z
  .strictObject({ substitute_id: Id.nullable(), ...period })
  .refine((set) => !isBackwards(set), { path: ['substitute_to'], message: 'Последний день раньше первого' })
  .refine(
    ({ substitute_id: id, substitute_from: from, substitute_to: to }) => id !== null || (from === null && to === null),
    {
      path: ['substitute_id'],
      message: 'Выберите, кто замещает',
    },
  )
export type SetSubstitute = z.infer<typeof SetSubstitute>

const PATH = '/api/v1/manager/substitute'

export const substituteRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: PATH,
    summary: 'Кто замещает меня и кого замещаю я',
    access: 'contractors:manage',
    reply: OwnSubstitute,
  },
  set: {
    method: 'PATCH',
    path: PATH,
    summary: '«Меня замещает … с … по …»: во всех компаниях, где я менеджер',
    access: 'contractors:manage',
    body: SetSubstitute,
    reply: z.object({ companies_count: z.int() }),
  },
})
