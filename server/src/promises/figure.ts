/** Promises are run for their figures (`npm run promises`): whole, not as short as every run of the tests needs them. */
export const ARE_FIGURES_ASKED = process.env['PROMISES'] === 'on'

/** Tells a promise's figure when it is asked for. */
export function tellFigure(promise: number, text: string) {
  if (ARE_FIGURES_ASKED) process.stdout.write(`Обещание ${promise}: ${text}\n`)
}
