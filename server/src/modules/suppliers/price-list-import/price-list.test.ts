import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { describeLayout } from './index.ts'
import { formatRowNumber } from './report-lines.ts'
import { csvOf, eventsOf, fileOf, readFile, workbookOf, zipOf, type CellValue } from './price-list.factory.ts'

const HEADER = ['Бренд', 'Артикул', 'Наименование', 'Остаток, шт.', 'Цена, руб.']
const FILTER = ['Mann-Filter', 'W 712/75', 'Фильтр масляный', '12', '1 234,56']
const PADS = ['Лада', '2108-3501080', 'Колодки передние', '>10', '900']
const TABLE = [HEADER, FILTER, PADS]

describe('photos', () => {
  const JPG = 'https://pics.test/1.jpg'
  const read = async (header: string, ...cells: string[]) => {
    const lines = cells.map((cell, at) => `Лада;2108-35010${at};Втулка;1;912,50;"${cell}"`)
    const { layout, rows } = await readFile(fileOf([header, ...lines].filter((line) => line !== '').join('\n')))
    const hasColumn = layout.columns.some(({ field }) => field === 'photo')
    return [hasColumn, rows.map(({ photos }) => photos)]
  }

  test.each([
    ['named by the header', 'Фото', ['https://pics.test/1?size=big', ''], ['https://pics.test/1?size=big', null]],
    ['several in a cell', 'Image URL', [`${JPG}; http://b.test/2,${JPG} нет`, JPG], [`${JPG} http://b.test/2`, JPG]],
    ['under an unknown header', 'Ссылка 2', [JPG, `${JPG}?v=2`], [JPG, `${JPG}?v=2`]],
  ])('%s are read', async (_, header, cells, expected) => {
    expect(await read(`Бренд;Артикул;Наименование;Остаток;Цена;${header}`, ...cells)).toEqual([true, expected])
  })

  test('without a header are recognised by their values', async () => {
    expect(await read('', JPG, JPG, JPG)).toEqual([true, [JPG, JPG, JPG]])
  })

  test.each([
    ['words', 'Картинка', ['есть', 'нет']],
    ['addresses of pages', 'Сайт', ['https://shop.test/a', 'https://shop.test/b']],
  ])('%s are no photos', async (_, header, cells) => {
    expect(await read(`Бренд;Артикул;Наименование;Остаток;Цена;${header}`, ...cells)).toEqual([false, [null, null]])
  })
})

describe('text files', () => {
  const text = csvOf(TABLE)

  test.each([
    ['windows-1251', iconv.encode(text, 'windows-1251')],
    ['cp866', iconv.encode(text, 'cp866')],
    ['koi8-r', iconv.encode(text, 'koi8-r')],
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: false })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
  ])('are read in %s', async (encoding, bytes) => {
    const { layout, rows } = await readFile(fileOf(bytes))
    expect(layout).toMatchObject({ format: 'csv', encoding, delimiter: ';', headerRow: 1 })
    expect(rows).toMatchObject(UNDERSTOOD)
  })

  test('in two mixed encodings are decoded line by line', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => csvOf([['Лада', `2108-${1000 + at}`, 'Втулка', '1', '5']]))
    const glued = lines.map((line, at) => (at % 2 === 0 ? Buffer.from(line) : iconv.encode(line, 'windows-1251')))
    const { layout, rows } = await readFile(fileOf(Buffer.concat([Buffer.from(csvOf([HEADER])), ...glued])))
    expect(layout.encoding).toBe('mixed')
    expect(new Set(rows.map(({ brand, name }) => `${brand} ${name}`))).toEqual(new Set(['Лада Втулка']))
    expect(rows).toHaveLength(20)
  })

  test.each([
    ['\t', csvOf(TABLE, '\t')],
    ['|', csvOf(TABLE, '|')],
    [
      ',',
      'Бренд,Артикул,Наименование,Остаток,Цена\nMann-Filter,W 712/75,Фильтр масляный,12,"1 234,56"\nЛада,2108-3501080,Колодки,>10,900\n',
    ],
    [';', `sep=;\n${csvOf(TABLE)}`],
    [';', csvOf(TABLE, ';', '\r')],
  ])('are split by %j', async (delimiter, content) => {
    const { layout, rows } = await readFile(fileOf(content))
    expect(layout.delimiter).toBe(delimiter)
    expect(rows.map(({ article, purchaseKop }) => [article, purchaseKop])).toEqual([
      ['W 712/75', 123_456],
      ['2108-3501080', 90_000],
    ])
  })

  test('may contain quotes anywhere, and an unclosed quote refuses only its own row', async () => {
    const content = [
      'Бренд;Артикул;Наименование;Цена',
      'Airline;AT-B-08;Бита TORX T50 3/8" 30мм;16.74',
      'Airline;"AT;09";"Набор ""Мастер"", 12 предметов";20',
      'Airline;AT-10;"Ключ не закрыт;30',
      'Airline;AT-11;"Две',
      'строки";40',
      'Airline;AT-12;"Лада" центр;50',
    ].join('\r\n')
    const { rows, refused } = await readFile(fileOf(content))
    expect(refused).toEqual([{ rowNumber: 4, reason: 'unclosed_quote', cell: '' }])
    expect(rows.map(({ rowNumber, article, name }) => [rowNumber, article, name])).toEqual([
      [2, 'AT-B-08', 'Бита TORX T50 3/8" 30мм'],
      [3, 'AT;09', 'Набор "Мастер", 12 предметов'],
      [5, 'AT-11', 'Две строки'],
      [6, 'AT-12', 'Лада центр'],
    ])
  })

  test('are streamed with rows kept whole across chunks', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => [
      'Лада',
      `A-${at}`,
      at % 7 === 0 ? '"Имя; с ""кавычками"""' : 'Имя',
      1,
      5,
    ])
    const { rows, summary } = await readFile(fileOf(iconv.encode(csvOf([HEADER, ...lines]), 'windows-1251')))
    expect(summary).toMatchObject({ rows: 30_000, accepted: 30_000 })
    expect(rows.every(({ article, rowNumber }) => article === `A-${rowNumber - 2}`)).toBe(true)
  })
})

describe('workbooks', () => {
  const raw: CellValue[][] = [
    HEADER,
    ['Mann-Filter', 'W 712/75', 'Фильтр масляный', 12, 1234.56],
    [...PADS.slice(0, 4), 900],
  ]

  test.each(['xlsx', 'biff8', 'ods', 'xlml', 'html'] as const)(
    'are read as %s regardless of the file name',
    async (type) => {
      const { layout, rows } = await readFile(fileOf(workbookOf(raw, type)))
      const formats = { xlsx: 'xlsx', biff8: 'xls', ods: 'ods', xlml: 'spreadsheetml', html: 'html' }
      expect(layout.format).toBe(formats[type])
      expect(rows).toMatchObject(UNDERSTOOD)
    },
  )

  test('of HTML saved as XLS keep texts unchanged', async () => {
    const cells = (row: string[]) => row.map((cell) => `<td>${cell}</td>`).join('')
    const html = `<html><head><meta charset="windows-1251"></head><table>${TABLE.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table></html>`
    const { layout, rows } = await readFile(fileOf(iconv.encode(html, 'windows-1251')))
    expect(layout).toMatchObject({ format: 'html', encoding: 'windows-1251' })
    expect(rows).toMatchObject(UNDERSTOOD)
  })

  test('of old 1С without a codepage are read as windows-1251', async () => {
    const latin = [
      ['BREND', 'ARTIKUL', 'OSTATOK', 'CENA'],
      ['LADA', 'W 712/75', 2, 100],
    ]
    const book = workbookOf(latin, 'biff5')
    book.writeUInt16LE(0x00f1, book.indexOf(Buffer.from('42000200', 'hex')))
    for (const [from, to] of Object.entries({
      BREND: 'Бренд',
      ARTIKUL: 'Артикул',
      OSTATOK: 'Остаток',
      CENA: 'Цена!',
      LADA: 'Лада',
    })) {
      iconv.encode(to, 'windows-1251').copy(book, book.indexOf(from), 0, from.length)
    }
    const { rows } = await readFile(fileOf(book))
    expect(rows).toMatchObject([{ brand: 'Лада', article: 'W 712/75', purchaseKop: 10_000 }])
  })

  test('are read from the sheet with the most recognized columns, or from the chosen one', async () => {
    const sheets = {
      Кросс: [
        ['Артикул', 'Цена'],
        ['A-1', 5],
      ],
      Прайс: raw,
      Контакты: [['Телефон'], ['123']],
    }
    const { layout, rows } = await readFile(fileOf(workbookOf(sheets)))
    expect(layout.sheet).toBe('Прайс')
    expect(rows).toHaveLength(2)
    expect((await readFile(fileOf(workbookOf(sheets)), { sheet: 'Кросс', defaultBrand: 'Лада' })).layout.sheet).toBe(
      'Кросс',
    )
  })

  test('with several sheets of the same shape are read whole, with the sheet in the report', async () => {
    const sheet = (article: string) => [HEADER, ['Лада', article, 'Втулка', 1, 5], ['Лада', '05.окт', 'Втулка', 1, 5]]
    const path = fileOf(
      workbookOf({ Легковые: sheet('A-1'), Условия: [['Доставка бесплатно']], Грузовые: sheet('A-2') }),
    )
    const { layout, rows, refused } = await readFile(path)
    expect([layout.sheet, layout.furtherSheets]).toEqual(['Легковые', [{ name: 'Грузовые', offset: 3 }]])
    expect(rows.map(({ article }) => article)).toEqual(['A-1', 'A-2'])
    expect(refused.map(({ rowNumber }) => formatRowNumber(rowNumber, layout.furtherSheets))).toEqual([
      '3',
      'Грузовые: 3',
    ])
    expect((await readFile(path, { sheet: 'Грузовые' })).rows.map(({ article }) => article)).toEqual(['A-2'])
  })

  test('with a declared range of a million empty cells are read', async () => {
    const book = workbookOf(raw, 'xlsx', (sheet) => {
      sheet['!ref'] = 'A1:E65536'
      sheet['!merges'] = [{ s: { r: 3, c: 0 }, e: { r: 1_048_575, c: 16_383 } }]
    })
    expect((await readFile(fileOf(book))).summary).toMatchObject({ rows: 2, accepted: 2 })
  })

  test('give the saved value of a formula, never the formula', async () => {
    const formula: CellValue = { t: 'n', f: '1+1', v: 777 }
    const { rows } = await readFile(fileOf(workbookOf([HEADER, ['Лада', 'A-1', '=cmd|x', 5, formula]])))
    expect(rows).toMatchObject([{ purchaseKop: 77_700, name: '=cmd|x' }])
  })

  test('in a zip with cp866 names are found beside other files', async () => {
    const archive = zipOf([
      { name: iconv.encode('Письмо.txt', 'cp866'), content: 'Здравствуйте!' },
      { name: iconv.encode('Прайс.xlsx', 'cp866'), content: workbookOf(raw) },
    ])
    const { layout, rows } = await readFile(fileOf(archive))
    expect(layout).toMatchObject({ archiveEntry: 'Прайс.xlsx', format: 'xlsx' })
    expect(rows).toMatchObject(UNDERSTOOD)
  })

  test('can be plain text in a zip', async () => {
    const content = iconv.encode(csvOf(TABLE), 'windows-1251')
    const { layout, rows } = await readFile(fileOf(zipOf([{ name: 'Прайс.csv', content, utf8: true }])))
    expect(layout).toMatchObject({ archiveEntry: 'Прайс.csv', format: 'csv', encoding: 'windows-1251' })
    expect(rows).toMatchObject(UNDERSTOOD)
  })
})

describe('price table', () => {
  const read = (rows: CellValue[][], options = {}) => readFile(fileOf(workbookOf(rows)), options)

  test('without an article column is rejected with a reason', async () => {
    const { summary } = await read([
      ['Номенклатура', 'Код', 'Цена'],
      ['Втулка', '0001', 5],
      ['Гайка', '0002', 6],
    ])
    expect(summary).toMatchObject({ rows: 2, accepted: 0, refusedByReason: { no_article_column: 2 } })
  })

  test('without a brand column needs a default brand', async () => {
    const rows = [
      ['Артикул', 'Цена'],
      ['A-1', 5],
    ]
    expect((await read(rows)).summary.refusedByReason).toEqual({ no_brand: 1 })
    expect((await read(rows, { defaultBrand: 'Лада' })).rows).toMatchObject([{ brand: 'Лада', brandKey: 'ЛАДА' }])
  })

  test('can begin deep below its titles', async () => {
    const titles = Array.from({ length: 17 }, (_, at): CellValue[] => (at % 3 === 0 ? [] : [`Строка ${at}`]))
    const { layout, rows } = await read([...titles, HEADER, FILTER])
    expect(layout.headerRow).toBe(18)
    expect(rows[0]?.rowNumber).toBe(19)
  })

  test('can have a two-row header with merged groups', async () => {
    const rows = [
      ['Артикул', 'Производитель', 'Опт', null, 'Розничная', null, 'Центр. склад'],
      [null, null, 'Цена', 'Срок', 'Цена', 'Акция', 'Остаток'],
      ['A-1', 'Лада', 100, 3, 150, null, 7],
    ]
    const book = workbookOf(rows, 'xlsx', (sheet) => {
      sheet['!merges'] = [2, 4].map((c) => ({ s: { r: 0, c }, e: { r: 0, c: c + 1 } }))
    })
    const { layout, rows: read } = await readFile(fileOf(book))
    expect(layout).toMatchObject({ headerRow: 2, headerRows: 2 })
    expect(layout.columns.map(({ header }) => header)).toContain('Розничная / Цена')
    expect(read).toMatchObject([{ purchaseKop: 10_000, saleKop: 15_000, termDays: 3, qty: { qty: 7 } }])
  })

  test('adds up the stock of several warehouses unless it has a total', async () => {
    const header = ['Бренд', 'Артикул', 'Цена', 'Склад Москва', 'Склад СПб']
    const { rows } = await read1([header, ['Лада', 'A-1', 5, '>10', 2], ['Лада', 'A-2', 5, '', 3]])
    expect(rows.map(({ qty, qtyText }) => [qty.qty, qty.more, qtyText])).toEqual([
      [12, true, '12'],
      [3, undefined, '3'],
    ])
    const whole = await read1([
      [...header, 'Всего остаток'],
      ['Лада', 'A-1', 5, 1, 2, 3],
    ])
    expect(whole.rows[0]?.qty.qty).toBe(3)
  })

  test('without a header has the lower of two prices in a constant ratio as the purchase price', async () => {
    const prices = [120, 340.5, 999.9]
    const { rows } = await read1(
      prices.map((price, at) => ['Лада', `2108-350108${at}`, 'Колодки передние', price * 1.35, price, 7]),
    )
    expect(rows.map(({ purchaseKop, qty }) => [purchaseKop, qty.qty])).toEqual(
      prices.map((price) => [Math.round(price * 100), 7]),
    )
  })

  test('can have no header at all', async () => {
    const rows = [
      ['Bosch', '0 986 494 294', 'Колодки тормозные дисковые', 12, 1234.5],
      ['Mann-Filter', 'W 712/75', 'Фильтр масляный двигателя', 3, 412.0],
      ['Bosch', '0 451 103 316', 'Фильтр масляный двигателя ВАЗ', 40, 299.9],
      ['Лада', '2108-3501080', 'Колодки передние, комплект', 7, 850.25],
    ]
    const { layout, rows: read } = await read1(rows)
    expect(layout.headerRow).toBeNull()
    expect(Object.fromEntries(layout.columns.map(({ field, index }) => [field, index]))).toEqual({
      brand: 0,
      article: 1,
      name: 2,
      qty: 3,
      purchase: 4,
    })
    expect(read).toHaveLength(4)
  })

  const read1 = (rows: CellValue[][]) => read(rows)

  test('skips groups, totals, repeated headers and signatures', async () => {
    const { skipped, summary } = await read([
      HEADER,
      ['Тормозная система'],
      FILTER,
      [],
      HEADER,
      [null, '1', null, null, null].map((_, at) => at + 1),
      PADS,
      [null, null, 'Итого:', 22, 2134.56],
      ['Директор ____________ / Иванов И. И. /'],
    ])
    expect(skipped.map(({ kind }) => kind)).toEqual(['group', 'header', 'header', 'total', 'signature'])
    expect(summary).toMatchObject({ rows: 2, accepted: 2 })
  })

  test('distinguishes a row counter «Номер» from an article «Номер»', async () => {
    const counted = await read([
      ['Номер', 'Артикул', 'Бренд', 'Цена'],
      [1, 'A-1', 'Лада', 5],
      [2, 'A-2', 'Лада', 6],
    ])
    expect(counted.rows.map(({ article }) => article)).toEqual(['A-1', 'A-2'])
    const named = await read([
      ['Номер', 'Бренд', 'Цена'],
      ['A-1', 'Лада', 5],
      ['B-7', 'Лада', 6],
    ])
    expect(named.rows.map(({ article }) => article)).toEqual(['A-1', 'B-7'])
  })

  test.each([
    ['#|Артикул|Наименование|Бренд|Количество|Цена|Сумма|Валюта', 'article name brand qty purchase'],
    ['Производитель|Арт. детали|Наименование|ID|Кол-во|Цена|Кол-во заказ', 'brand article name qty purchase'],
    ['№|Наименование||Производитель|Код детали|Кол-во|Кол-во в отказ|Цена детали', 'name brand article qty purchase'],
    ['Внутренний_id_позиции|Бренд|Номер|Описание|Количество|Цена', 'brand article name qty purchase'],
    ['Заказ| Описание|Номер|Производитель|Кол|Цена|Ожид', 'name article brand qty purchase'],
    ['№|БРЕНД|АРТИКУЛ|КОЛ.|НАИМЕНОВАНИЕ||ЗАКУПКА', 'brand article qty name purchase'],
    [
      '№|Марка|Артикул|Наименование|Кол-во|Цена|Кол-во подтверждено|Изменения цены поставщика',
      'brand article name qty purchase',
    ],
    ['Номер детали|Номер замены|Производитель|Цена, р.|Сумма, р.', 'article brand purchase'],
    ['№|Номенклатура|Артикул|Производитель|Количество (в единицах хранения)|Цена', 'name article brand qty purchase'],
    ['№|№ заказа|№ строки заказа|Артикул|Производитель|Наименование|Цена|Кол-во', 'article brand name purchase qty'],
    ['Материал|Бренд|Наименование материала|Количество|Цена с НДС|ЕИ', 'article brand name qty purchase'],
    ['No|make|catalog No …|c o m m e n t s|qty|price(RUR)', 'brand article qty purchase'],
  ])('has columns recognized by the headers %s', async (headers, fields) => {
    const header = headers.split('|')
    const { layout } = await read([header, header.map((_, at) => `AB-${at}`)])
    const known = layout.columns.map(({ field }) => field)
    expect(known.filter((field) => fields.split(' ').includes(field)).join(' ')).toBe(fields)
  })

  test('with headers like __proto__ is read safely', async () => {
    const { rows } = await read([
      ['__proto__', 'constructor', 'toString', '', 'Артикул', 'Бренд', 'Цена', 'Цена'],
      ['polluted', 'polluted', 'polluted', 'x', 'A-1', 'Лада', 5, 6],
    ])
    expect(rows).toMatchObject([{ article: 'A-1', purchaseKop: 500 }])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

test('file layout is described in words', async () => {
  const { layout } = await readFile(fileOf(csvOf([HEADER, FILTER], '\t')))
  expect(describeLayout(layout)).toBe(
    'CSV, utf-8, разделитель табуляция, заголовок в строке 1. Столбцы: производитель — «Бренд», артикул — «Артикул», наименование — «Наименование», остаток — «Остаток, шт.», цена закупки — «Цена, руб.».',
  )
})

describe('price columns', () => {
  const price = async (header: CellValue[], row: CellValue[]) => {
    const { rows, refused } = await readFile(
      fileOf(
        workbookOf([
          ['Бренд', 'Артикул', ...header],
          ['Лада', 'A-1', ...row],
        ]),
      ),
    )
    return rows[0] === undefined ? refused[0]?.reason : [rows[0].purchaseKop, rows[0].saleKop]
  }

  test('with only a sale price filled give no purchase price', async () => {
    expect(await price(['Цена закупки', 'Цена реализации'], [null, 70])).toBe('no_price')
  })

  test.each<[string, CellValue[], CellValue[], unknown]>([
    ['purchase beside sale', ['Закупка', 'Розница'], [56, 70], [5600, 7000]],
    ['a plain price beside a retail one', ['РРЦ', 'Цена'], [70, 56], [5600, 7000]],
    ['a single price', ['Цена реализации'], [70], [7000, null]],
    ['a price without VAT', ['Цена без НДС'], [100], [12_200, null]],
    ['a price with VAT', ['Цена, р. с НДС'], [100], [10_000, null]],
    ['half a kopeck', ['Цена'], [1.005], [101, null]],
  ])('give the right prices for %s', async (_, header, row, expected) =>
    expect(await price(header, row)).toEqual(expected),
  )

  test.each<[CellValue[], CellValue[], string]>([
    [['Цена'], ['договорная'], 'no_price'],
    [['Цена'], [0], 'no_price'],
    [['Цена'], [-5], 'price_out_of_range'],
    [['Цена'], ['1,234,567'], 'price_unreadable'],
    [['Цена'], ['15 USD'], 'foreign_currency'],
    [['Цена, $'], [15], 'foreign_currency'],
    [['Цена, ГРН'], [15], 'foreign_currency'],
    [['Цена, тг'], [15], 'foreign_currency'],
    [['Цена', 'Валюта'], [15, 'EUR'], 'foreign_currency'],
    [['Цена'], [{ t: 'e', v: 0x2a, w: '#N/A' }], 'price_unreadable'],
  ])('%j with %j are refused: %s', async (header, row, reason) => expect(await price(header, row)).toBe(reason))
})

describe('article cell', () => {
  const article = async (cell: CellValue) => {
    const { rows, refused } = await readFile(
      fileOf(
        workbookOf([
          ['Бренд', 'Артикул', 'Цена'],
          ['Лада', cell, 5],
        ]),
      ),
    )
    return rows[0]?.article ?? refused[0]?.reason
  }

  test.each<[CellValue, string]>([
    [{ t: 'n', v: 45_292, z: 'dd.mm.yyyy' }, 'article_is_date'],
    ['05.окт', 'article_is_date'],
    ['2024-10-05 00:00:00', 'article_is_date'],
    [{ t: 'n', v: 5e10, z: '0.00E+00' }, 'article_is_exponent'],
    ['1,23E+15', 'article_is_exponent'],
    [1234567890123456, 'article_digits_lost'],
    [{ t: 'e', v: 0x2a, w: '#Н/Д' }, 'article_is_error'],
    ['#ССЫЛКА!', 'article_is_error'],
    ['—', 'no_article'],
    ['部品', 'article_unreadable'],
    ['A'.repeat(65), 'article_too_long'],
  ])('%j is refused: %s', async (cell, reason) => expect(await article(cell)).toBe(reason))

  test.each<[CellValue, string]>([
    [2_630_035_503, '2630035503'],
    ['2630035503.0', '2630035503'],
    ['0012', '0012'],
    ["'0012", '0012'],
    [{ t: 'n', v: 261_545_115, z: '0000000000' }, '0261545115'],
    [{ t: 'n', v: 1_234_567, z: '000-000-000' }, '001-234-567'],
    ['18E292', '18E292'],
    ['546601E000', '546601E000'],
    ['41.15.02.016', '41.15.02.016'],
    ['С-101', 'С-101'],
  ])('%j is kept as «%s»', async (cell, shown) => expect(await article(cell)).toBe(shown))

  test('equal to the supplier code is refused when the two differ in other rows', async () => {
    const rows = [
      ['Код', 'Артикул', 'Бренд', 'Цена'],
      ['Ц01', 'A-1', 'Лада', 5],
      ['Ц02', 'A-2', 'Лада', 5],
      ['Ц03', 'Ц03', 'Лада', 5],
    ]
    expect((await readFile(fileOf(workbookOf(rows)))).refused).toMatchObject([
      { rowNumber: 4, reason: 'article_is_own_code' },
    ])
  })
})

describe('brand cell', () => {
  test.each([
    ['BOSCH (Lager)', 'BOSCH'],
    ['Bosch (Германия)', 'Bosch'],
    ['OE TOYOTA', 'TOYOTA'],
    ['Hyundai/Kia Оригинал', 'Hyundai/Kia'],
    ['VAG (VW/Audi)', 'VAG (VW/Audi)'],
    ['Original', 'Original'],
  ])('«%s» is read as «%s»', async (written, shown) => {
    const { rows } = await readFile(
      fileOf(
        workbookOf([
          ['Бренд', 'Артикул', 'Цена'],
          [written, 'A-1', 5],
        ]),
      ),
    )
    expect(rows[0]?.brand).toBe(shown)
  })
})

test('summary counts the units and the articles that begin with a zero', async () => {
  const rows = [
    ['Бренд', 'Артикул', 'Цена', 'Ед. изм.'],
    ['Лада', { t: 'n', v: 261_545_115, z: '0000000000' }, 5, 'шт'],
    ['Лада', 'A-2', 6, 'компл'],
    ['Лада', 'A-3', 7, 'шт'],
  ] as CellValue[][]
  const { summary } = await readFile(fileOf(workbookOf(rows)))
  expect(summary).toMatchObject({ leadingZeros: 1, units: { шт: 2, компл: 1 } })
})

test('brand merged over several rows belongs to each of them', async () => {
  const rows = [
    ['Бренд', 'Артикул', 'Цена'],
    ['Лада', 'A-1', 5],
    [null, 'A-2', 6],
    ['TRW', 'A-3', 7],
  ]
  const merge = { s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }
  const book = workbookOf(rows, 'xlsx', (sheet) => (sheet['!merges'] = [merge]))
  expect((await readFile(fileOf(book))).rows.map(({ brand }) => brand)).toEqual(['Лада', 'Лада', 'TRW'])
})

describe('quantity cell', () => {
  test.each<[CellValue, unknown]>([
    [1e9, 'qty_out_of_range'],
    [{ t: 'n', v: 45_292, z: 'dd.mm.yyyy' }, 'qty_unreadable'],
    [-5, { qty: 0, exact: true, known: true }],
    ['под заказ', { qty: 0, exact: false, known: true, onOrder: true }],
    [
      { t: 'e', v: 0x2a, w: '#Н/Д' },
      { qty: 0, exact: false, known: false },
    ],
    [' ', { qty: 0, exact: false, known: false }],
  ])('%j is read as %j', async (cell, expected) => {
    const { rows, refused } = await readFile(
      fileOf(
        workbookOf([
          ['Бренд', 'Артикул', 'Цена', 'Остаток'],
          ['Лада', 'A-1', 5, cell],
        ]),
      ),
    )
    expect(rows[0]?.qty ?? refused[0]?.reason).toEqual(expected)
  })
})

test('file read in a worker gives the same rows', async () => {
  const events = await eventsOf(fileOf(csvOf(TABLE)))
  expect(events.map(({ kind }) => kind)).toEqual(['layout', 'rows', 'end'])
  expect(events[1]).toMatchObject({ rows: UNDERSTOOD })
})

const UNDERSTOOD = [
  {
    article: 'W 712/75',
    articleKey: 'W71275',
    brandKey: 'MANNFILTER',
    name: 'Фильтр масляный',
    qty: { qty: 12, exact: true, known: true },
    purchaseKop: 123_456,
  },
  {
    article: '2108-3501080',
    brandKey: 'ЛАДА',
    qty: { qty: 10, exact: false, known: true, more: true },
    purchaseKop: 90_000,
  },
]
