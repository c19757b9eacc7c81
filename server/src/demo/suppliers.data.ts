/** Fictional online suppliers in order of priority; each has the simulator of the same index. */
export const SUPPLIERS = [
  {
    // Close and fast: orders are sent immediately.
    name: 'Метеор Автодеталь',
    markup: 300,
    terms: { sending: 'now', min_order_kop: 0, tolerance_hundredths: 300 },
    access: { url: 'https://api.meteor.test', per_second: 20, per_day: 20_000, budget_ms: 1500 },
    places: [{ code: '101', name: 'Москва' }],
  },
  {
    // Wide range and lower prices, but a minimum order sum.
    name: 'Полный Борт',
    markup: 450,
    terms: { sending: 'cutoff', min_order_kop: 1_500_000, tolerance_hundredths: 200 },
    access: { url: 'https://api.polny-bort.test', per_second: 10, per_day: 5000, budget_ms: 3000 },
    places: [
      { code: '201', name: 'Подольск' },
      { code: '202', name: 'Казань' },
    ],
  },
  {
    // Cheap, slow and remote: a person sends the orders.
    name: 'Дальние Рейсы',
    markup: 1200,
    terms: { sending: 'by_hand', min_order_kop: 3_000_000, tolerance_hundredths: 0 },
    access: { url: 'https://api.dalnie-reysy.test', per_second: 2, per_day: 1000, budget_ms: 5000 },
    places: [{ code: '301', name: 'Дубай' }],
  },
] as const

/** Meanings of their states; «Запрошено снятие» and «Выдано» wait for a definition. */
export const STATUSES = [
  { code: '1', name: 'Новый', state: 'ordered_supplier' },
  { code: '2', name: 'В работе', state: 'confirmed_supplier' },
  { code: '5', name: 'Отказ: нет на складе', state: 'refused_supplier' },
] as const
