import { expect, test } from 'vitest'
import { requireRoom } from './attachment.ts'

const MB = 1024 * 1024

test.each([
  [{ files: 100, bytes: 100 * MB, bytesOfDay: 300 * MB }, null],
  [{ files: 101, bytes: 1, bytesOfDay: 1 }, 'По заказу не больше 100 файлов'],
  [{ files: 1, bytes: 100 * MB + 1, bytesOfDay: 1 }, 'По заказу не больше 100 МБ файлов'],
  [{ files: 1, bytes: 1, bytesOfDay: 300 * MB + 1 }, 'За сутки принимаем не больше 300 МБ файлов: продолжите завтра'],
])('file beyond a limit of its order or of the day is refused: %o', (kept, refusal) => {
  const check = () => requireRoom('По заказу', kept, 100)
  if (refusal === null) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ details: { detail: refusal } }))
})
