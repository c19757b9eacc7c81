import {
  DEMAND_KINDS,
  type FallingBuyer,
  type SalesReport,
  type ServiceReport,
} from '@artikul/contract/analytics/sales'
import { formatMoney, formatPercent } from '@artikul/contract/core/money'
import { dayText } from '../../../platform/clock.ts'
import { emailButton, escapeHtml } from '../../../platform/mail/index.ts'

export interface WeeklyFigures {
  from: string
  to: string
  sales: SalesReport
  service: ServiceReport
  /** Unmet demand by kind, the most wanted first. */
  demand: { kind: keyof typeof DEMAND_KINDS; rows: { name: string; count: number }[] }[]
  falling: FallingBuyer[]
}

interface Bar {
  name: string
  value: number
  text: string
}
interface Chart {
  title: string
  bars: readonly Bar[]
}

const roubles = (kop: number) => `${formatMoney(kop)}\u00a0₽`
const share = (hundredths: number | null) => (hundredths === null ? '—' : formatPercent(hundredths))
const CALLED = 3

const chartsOf = ({ sales, service, demand }: WeeklyFigures): Chart[] => [
  {
    title: 'Выручка по дням',
    bars: sales.steps.map(({ from, revenue_kop: kop }) => ({
      name: dayText(from).slice(0, 5),
      value: kop,
      text: roubles(kop),
    })),
  },
  {
    title: 'Маржа по дням',
    bars: sales.steps.map(({ from, margin_kop: kop }) => ({
      name: dayText(from).slice(0, 5),
      value: kop,
      text: roubles(kop),
    })),
  },
  {
    title: 'Отказы поставщиков',
    bars: service.rows
      .filter(({ refused_kop: kop }) => kop > 0)
      .slice(0, 5)
      .map(({ name, refused_kop: kop }) => ({ name, value: kop, text: roubles(kop) })),
  },
  ...demand.map(({ kind, rows }) => ({
    title: `Спрос: ${DEMAND_KINDS[kind].toLowerCase()}`,
    bars: rows.map(({ name, count }) => ({ name, value: count, text: String(count) })),
  })),
]

const summaryOf = ({ sales: { totals, previous }, service }: WeeklyFigures): string[] => [
  `Выручка: ${roubles(totals.revenue_kop)} (неделей раньше ${roubles(previous.revenue_kop)})`,
  `Маржа без НДС: ${roubles(totals.margin_kop)}, ${share(totals.margin_hundredths)}`,
  `Заказов: ${totals.orders_count} (неделей раньше ${previous.orders_count})`,
  `Исполнено строк: ${share(service.totals.filled_share)}, в срок: ${share(service.totals.on_time_share)}`,
]

const callOf = ({ name, manager, revenue_kop: now, usual_kop: usual }: FallingBuyer) =>
  `${name}: за 30 дней ${roubles(now)}, обычно ${roubles(usual)}${manager === null ? '' : `, менеджер ${manager}`}`

const CELL = 'padding:4px 8px;font-size:13px;line-height:18px'

function chartHtml({ title, bars }: Chart): string {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const rows = bars.map(({ name, value, text }) => {
    const width = Math.round((Math.max(0, value) / most) * 100)
    const bar = width > 0 ? `<div style="width:${width}%;height:10px;background:#0b5cab"></div>` : ''
    return `<tr><td style="${CELL}" width="30%">${escapeHtml(name)}</td><td style="${CELL}">${bar}</td><td style="${CELL}" align="right" width="25%">${escapeHtml(text)}</td></tr>`
  })
  return `<p style="margin:0 0 4px"><b>${escapeHtml(title)}</b></p>
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('\n')}</table>`
}

/** Writes the letter as text and as HTML; charts without values are left out. */
export function weeklyLetter(figures: WeeklyFigures, url: string): { subject: string; text: string; html: string } {
  const charts = chartsOf(figures).filter(({ bars }) => bars.some(({ value }) => value > 0))
  const summary = summaryOf(figures)
  const calls = figures.falling.slice(0, CALLED).map(callOf)
  const period = `${dayText(figures.from)} — ${dayText(figures.to)}`
  const called = calls.length === 0 ? [] : ['Кому позвонить:', ...calls]
  const text = [
    `Итоги недели ${period}`,
    summary.join('\n'),
    called.join('\n'),
    ...charts.map(({ title, bars }) => [title, ...bars.map((bar) => `${bar.name}: ${bar.text}`)].join('\n')),
    `Показатели: ${url}`,
  ]
  const lines = (items: readonly string[]) =>
    items.length === 0 ? '' : `<p style="margin:0 0 16px">${items.map(escapeHtml).join('<br>')}</p>`
  return {
    subject: `Итоги недели ${period}`,
    text: text.filter((part) => part !== '').join('\n\n'),
    html: `${lines(summary)}${lines(called)}${charts.map(chartHtml).join('')}<p style="margin:0 0 16px">${emailButton('Открыть показатели', url)}</p>`,
  }
}
