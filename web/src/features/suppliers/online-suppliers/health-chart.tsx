import { counted } from '@artikul/contract/core/plural'
import { QUERY_OUTCOMES, totalOf, type Slot } from './health-slots.ts'

const [HEIGHT, BAR, GAP] = [160, 8, 2]
/** Slots between time labels: six hours. */
const LABEL_EVERY = 24

const clockFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' })
const clock = (at: number) => clockFormat.format(at)

const shownOutcomes = (slot: Slot) =>
  QUERY_OUTCOMES.filter(({ field }) => slot[field] > 0)
    .map(({ field, label }) => `${label.toLowerCase()} ${slot[field]}`)
    .join(', ')

/** Stacked bars of a day's queries per quarter of an hour by outcome, with a table for screen readers. */
export function HealthChart({ slots }: { slots: readonly Slot[] }) {
  const most = Math.max(1, ...slots.map(totalOf))
  const scale = HEIGHT / most
  return (
    <figure className="relative">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-text-2">
        {QUERY_OUTCOMES.map(({ field, label, dot }) => (
          <span key={field} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-sm ${dot}`} />
            {label}
          </span>
        ))}
      </figcaption>
      <p aria-hidden="true" className="mb-1 text-xs text-text-2">
        {counted(most, 'вопрос', 'вопроса', 'вопросов')} за 15 минут
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${slots.length * (BAR + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-40 w-full border-y border-hairline"
      >
        {slots.map((slot, at) => (
          <Bar key={slot.at} slot={slot} x={at * (BAR + GAP)} scale={scale} />
        ))}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-text-2">
        {slots
          .filter((_, at) => at % LABEL_EVERY === 0)
          .map(({ at }) => (
            <span key={at}>{clock(at)}</span>
          ))}
        <span>сейчас</span>
      </div>
      <SlotsTable slots={slots.filter((slot) => totalOf(slot) > 0)} />
    </figure>
  )
}

interface BarProps {
  slot: Slot
  x: number
  /** Units of the drawing per query. */
  scale: number
}

function Bar({ slot, x, scale }: BarProps) {
  if (totalOf(slot) === 0) return null
  let top = HEIGHT
  return (
    <g>
      <title>{`${clock(slot.at)}: ${shownOutcomes(slot)}`}</title>
      {QUERY_OUTCOMES.filter(({ field }) => slot[field] > 0).map(({ field, fill }) => {
        const height = slot[field] * scale
        top -= height
        return <rect key={field} x={x} y={top} width={BAR} height={height} className={fill} />
      })}
    </g>
  )
}

function SlotsTable({ slots }: { slots: readonly Slot[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Вопросы за сутки по четвертям часа</caption>
        <thead>
          <tr>
            <th scope="col">Время</th>
            {QUERY_OUTCOMES.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={slot.at}>
              <th scope="row">{clock(slot.at)}</th>
              {QUERY_OUTCOMES.map(({ field }) => (
                <td key={field}>{slot[field]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
