import type { FileFormat } from './types.ts'

/** Formats of spreadsheets as people call them. */
export const FORMAT_NAMES: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  xls: 'XLS',
  xlsx: 'XLSX',
  ods: 'ODS',
  html: 'таблица HTML',
  spreadsheetml: 'XML для Excel',
  pdf: 'PDF',
}
