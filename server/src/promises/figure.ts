/** Tells a promise's figure when promises are run for their figures (`npm run promises`). */
export function tellFigure(promise: number, text: string) {
  if (process.env['PROMISES'] === 'on') process.stdout.write(`Обещание ${promise}: ${text}\n`)
}
