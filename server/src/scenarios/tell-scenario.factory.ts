import { ARE_FIGURES_ASKED } from '../promises/figure.ts'

/** Tells a scenario's figure when it is lived through whole (`npm run promises -- trade-day`). */
export function tellScenario(name: string, text: string) {
  if (ARE_FIGURES_ASKED) process.stdout.write(`Сценарий ${name}: ${text}\n`)
}
