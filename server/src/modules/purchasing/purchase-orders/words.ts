/** Does the supplier's state of a line say that it is being cancelled, or has been: he names his states as he likes. */
export const isCancelling = (status: string): boolean => /отмен|снят|аннул|отказ|cancel/i.test(status)

const OURS = 'Поставщик отказал'
const MOST_SIGNS = 120

/**
 * A supplier's words for the client: ours instead of those that may tell who the supplier is or what the goods cost us.
 * @param supplier his name
 */
export function toldToClient(words: string, supplier: string): string {
  const text = words.trim()
  const mayTell = /\d|@|https?:|www\./iu.test(text) || text.toLowerCase().includes(supplier.toLowerCase())
  return text === '' || text.length > MOST_SIGNS || mayTell ? OURS : text
}
