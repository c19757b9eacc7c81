/** «ОКЕИ»: codes of units for accounting and forms, by spelling. */
export const OKEI: Readonly<Record<string, readonly [code: string, name: string, short: string]>> = {
  шт: ['796', 'Штука', 'PCE'],
  компл: ['839', 'Комплект', 'SET'],
  упак: ['778', 'Упаковка', 'NMP'],
  пар: ['715', 'Пара', 'NPR'],
  рул: ['736', 'Рулон', 'NPL'],
  кг: ['166', 'Килограмм', 'KGM'],
  л: ['112', 'Литр', 'LTR'],
  м: ['006', 'Метр', 'MTR'],
}
