import { counted } from '@artikul/contract/core/plural'
import { moment, nearDay, todayIso } from './format.ts'

const MINUTE_MS = 60_000
const timeOf = (iso: string) => moment(iso).slice(-5)

/** «до 14:30», «завтра до 11:00», «23.11 до 11:00». */
export function untilText(iso: string, now = new Date()): string {
  const near = nearDay(todayIso(new Date(iso)), todayIso(now))
  return near === 'сегодня' ? `до ${timeOf(iso)}` : `${near} до ${timeOf(iso)}`
}

/** «до 14:30», «завтра до 11:00», «срок вышел 2 ч назад». */
export function dueText(iso: string, now = new Date()): { text: string; isLate: boolean } {
  const over = now.getTime() - Date.parse(iso)
  if (over >= 0) return { text: `срок вышел ${spanText(over)} назад`, isLate: true }
  return { text: untilText(iso, now), isLate: false }
}

/** «5 мин», «2 ч», «3 дня»: whole units, at least a minute. */
function spanText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS))
  if (minutes < 60) return `${minutes}\u00a0мин`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}\u00a0ч` : counted(Math.floor(hours / 24), 'день', 'дня', 'дней')
}

/** Text about overdue goods: «опаздывает на 2 дня», counted from the day after the deadline. */
export function lateText(iso: string, now = new Date()): string {
  const days = (Date.parse(todayIso(now)) - Date.parse(todayIso(new Date(iso)))) / 86_400_000 + 1
  return `опаздывает на ${counted(Math.max(1, days), 'день', 'дня', 'дней')}`
}
