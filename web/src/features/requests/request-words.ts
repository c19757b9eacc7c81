import { isUnanswered, type RequestItem } from '@artikul/contract/requests'
import { moment, nearDay, shortDay, todayIso } from '../../lib/format.ts'

const timeOf = (iso: string) => moment(iso).slice(-5)

/** «до 14:30», «завтра до 11:00», «23.11 до 11:00». */
export function untilText(iso: string, now = new Date()): string {
  const near = nearDay(todayIso(new Date(iso)), todayIso(now))
  return near === 'сегодня' ? `до ${timeOf(iso)}` : `${near} до ${timeOf(iso)}`
}

/** When an answer comes; of one that is late, until when it was promised; nothing when none is owed. */
export function promiseOf({ state, answer_by }: Pick<RequestItem, 'state' | 'answer_by'>, now = new Date()) {
  if (!isUnanswered(state)) return null
  const isLate = new Date(answer_by) < now
  return {
    isLate,
    text: isLate ? `Обещали ответить ${untilText(answer_by, now)}` : `Ответим ${untilText(answer_by, now)}`,
  }
}

/** «21.11 в 10:05». */
export const atText = (iso: string) => `${shortDay(todayIso(new Date(iso)))} в ${timeOf(iso)}`
