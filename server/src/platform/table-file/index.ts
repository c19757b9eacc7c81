export type { Column, Row } from './column.ts'
export { writeCsvFile } from './csv.ts'
export { writeXlsxFile, xlsxStream } from './xlsx.ts'
