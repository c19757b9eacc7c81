const THOUSAND_ROUBLES_KOP = 100_000

/** Money at the axis of a chart: «120 тыс.» */
export const thousands = (kop: number) => `${Math.round(kop / THOUSAND_ROUBLES_KOP).toLocaleString('ru-RU')} тыс.`
