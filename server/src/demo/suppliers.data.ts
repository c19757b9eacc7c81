/** Made-up suppliers that are asked at once, in the order of asking; each has the simulator of its place. */
export const SUPPLIERS = [
  {
    // Near and quick: what is bought leaves to it at once.
    name: 'Метеор Автодеталь',
    markup: 300,
    terms: { sending: 'now', min_order_kop: 0, tolerance_hundredths: 300 },
    access: { url: 'https://api.meteor.test', per_second: 20, per_day: 20_000, budget_ms: 1500 },
    places: [{ code: '101', name: 'Москва' }],
  },
  {
    // Has nearly everything and cheaper, takes no small orders.
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
    // Cheap, slow and far away: a person decides when an order leaves.
    name: 'Дальние Рейсы',
    markup: 1200,
    terms: { sending: 'by_hand', min_order_kop: 3_000_000, tolerance_hundredths: 0 },
    access: { url: 'https://api.dalnie-reysy.test', per_second: 2, per_day: 1000, budget_ms: 5000 },
    places: [{ code: '301', name: 'Дубай' }],
  },
] as const

/** What their states mean; «Запрошено снятие» and «Выдано» wait for somebody to say. */
export const STATUSES = [
  { code: '1', name: 'Новый', state: 'ordered_supplier' },
  { code: '2', name: 'В работе', state: 'confirmed_supplier' },
  { code: '5', name: 'Отказ: нет на складе', state: 'refused_supplier' },
] as const
