/** Detects supplier states about cancellation, whose wording suppliers choose freely. */
export const isCancelling = (status: string): boolean => /отмен|снят|аннул|отказ|cancel/i.test(status)

const OURS = 'Поставщик отказал'
const MAX_CHARACTERS = 120

/**
 * Converts a supplier's text for the client: texts that may reveal the supplier or purchase prices are replaced by the
 * portal's own.
 * @param supplier name of the supplier
 */
export function textForClient(words: string, supplier: string): string {
  const text = words.trim()
  const mayTell = /\d|@|https?:|www\./iu.test(text) || text.toLowerCase().includes(supplier.toLowerCase())
  return text === '' || text.length > MAX_CHARACTERS || mayTell ? OURS : text
}
