import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { Actor, FileReply } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { readIntake, type Intake } from './intake.ts'
import { renderIntakeXlsx } from './intake-xlsx.ts'
import { renderIntakeXml } from './intake-xml.ts'
import type { PackedShipment } from './packing-list-pdf.ts'
import { selectShipmentWeight } from './shipments.queries.ts'
import { readShipment } from './shipments.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const UPD = new URL('upd-pdf.ts', import.meta.url)
const PACKING_LIST = new URL('packing-list-pdf.ts', import.meta.url)

type ShipmentDocument = FileReply & { bytes: Buffer }

/**
 * Draws the contents of a shipment without prices.
 * @throws AppError `not_found`
 */
export async function drawPackingList(
  db: Db,
  { clock, drawPdf }: { clock: Clock; drawPdf: DrawPdf },
  actor: Actor,
  id: number,
): Promise<ShipmentDocument> {
  const shipment = await readShipment(db, clock, actor, id)
  const packed: PackedShipment = { ...shipment, weight: await selectShipmentWeight(db, id) }
  return {
    bytes: await drawPdf(PACKING_LIST, packed),
    type: 'application/pdf',
    name: `Ведомость ${shipment.number}.pdf`,
  }
}

/**
 * «УПД»: draws a copy for reading; the document itself is on paper or with the ЭДО operator.
 * @throws AppError as `readIntake`
 */
export async function drawUpdCopy(
  db: Db,
  { clock, drawPdf }: { clock: Clock; drawPdf: DrawPdf },
  actor: Actor,
  id: number,
): Promise<ShipmentDocument> {
  const read = await readIntake(db, clock, actor, id)
  return { bytes: await drawPdf(UPD, read), type: 'application/pdf', name: `УПД ${read.number} (копия).pdf` }
}

/** «Поступление товаров» as a table. */
export const intakeTable = async (read: Intake): Promise<ShipmentDocument> => ({
  bytes: await renderIntakeXlsx(read),
  type: XLSX,
  name: `Поступление ${read.number}.xlsx`,
})

/** «Поступление товаров» as CommerceML. */
export const intakeXml = (read: Intake, now: Date): ShipmentDocument => ({
  bytes: renderIntakeXml(read, now),
  type: 'application/xml; charset=utf-8',
  name: `Поступление ${read.number}.xml`,
})

/**
 * Renders both files for import into the buyer's own 1С from one reading.
 * @throws AppError as `readIntake`
 */
export async function intakeFiles(db: Db, clock: Clock, actor: Actor, id: number): Promise<ShipmentDocument[]> {
  const read = await readIntake(db, clock, actor, id)
  return [await intakeTable(read), intakeXml(read, clock.now())]
}
