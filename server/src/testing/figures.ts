import { appendFileSync } from 'node:fs'

/** True under `npm run verify`: guarantees are then proved at full length, elsewhere only as long as a test needs. */
export const IS_VERIFY = process.env['VERIFY_REPORT'] !== undefined

/** One line of the report that `npm run verify` prints. */
export type ReportEntry =
  | { name: string; figure: string }
  /** Measurement that depends on the machine: verify compares it with its limit, the test itself never does. */
  | { name: string; measured: string; value: number; limit: number; unit: string }

function report(entry: ReportEntry) {
  const path = process.env['VERIFY_REPORT']
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(entry)}\n`)
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Adds a result to the report. @param name number of the guarantee, or name of the simulation */
export const reportFigure = (name: number | string, figure: string) => report({ name: String(name), figure })

/** Adds a time, a rate or a size to the report, where it is compared using a calibration of the machine. */
export const reportMeasured = (
  name: number | string,
  { measured, value, limit, unit }: { measured: string; value: number; limit: number; unit: string },
) => report({ name: String(name), measured, value: tenths(value), limit: tenths(limit), unit })
