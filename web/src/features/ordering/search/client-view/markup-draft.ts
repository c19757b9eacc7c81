import { HIGHEST_MARKUP, type ClientMarkup } from '../../../../lib/text/client-markup.ts'

/** A markup step as typed: per cents, and a bound in kopecks; null is an empty field. */
export interface StepDraft {
  /** Stable identity of the row when others are removed. */
  key: number
  upToKop: number | null
  percent: number | null
}
export interface MarkupDraft {
  steps: StepDraft[]
  above: number | null
  roundUpToKop: ClientMarkup['round_up_to_kop']
}

const hundredths = (percent: number) => Math.round(percent * 100)

export const markupDraftOf = ({ steps, above_hundredths, round_up_to_kop }: ClientMarkup): MarkupDraft => ({
  steps: steps.map((step, key) => ({ key, upToKop: step.up_to_kop, percent: step.markup_hundredths / 100 })),
  above: above_hundredths / 100,
  roundUpToKop: round_up_to_kop,
})

/** Adds a step above the last one. */
export const withStep = (steps: readonly StepDraft[]): StepDraft[] => [
  ...steps,
  { key: Math.max(0, ...steps.map(({ key }) => key + 1)), upToKop: null, percent: null },
]

/** Returns errors of the bounds by row key. */
export function boundErrors(steps: readonly StepDraft[]): Map<number, string> {
  const errors = new Map<number, string>()
  let last = 0
  for (const { key, upToKop } of steps) {
    if (!upToKop) errors.set(key, 'Укажите цену')
    else if (upToKop <= last) errors.set(key, 'Больше предыдущей')
    last = Math.max(last, upToKop ?? 0)
  }
  return errors
}

export function percentError(percent: number | null): string | undefined {
  if (percent === null) return 'Укажите наценку'
  return percent < 0 || hundredths(percent) > HIGHEST_MARKUP ? 'От 0 до 1000 %' : undefined
}

/** Returns `null` while a field is empty or invalid. */
export function markupOf({ steps, above, roundUpToKop }: MarkupDraft): ClientMarkup | null {
  const percents = [...steps.map(({ percent }) => percent), above]
  if (boundErrors(steps).size > 0 || percents.some(percentError)) return null
  return {
    steps: steps.map(({ upToKop, percent }) => ({
      up_to_kop: upToKop ?? 0,
      markup_hundredths: hundredths(percent ?? 0),
    })),
    above_hundredths: hundredths(above ?? 0),
    round_up_to_kop: roundUpToKop,
  }
}
