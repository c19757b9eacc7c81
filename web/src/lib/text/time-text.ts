/** «9», «930», «9:30» → «09:30»; returns other text unchanged. */
export function timeText(typed: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(typed.trim()) ?? []
  return hours === '' ? typed : `${hours.padStart(2, '0')}:${minutes || '00'}`
}
