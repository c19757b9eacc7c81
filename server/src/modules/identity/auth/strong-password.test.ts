import { expect, test } from 'vitest'
import { requireUncommonPassword } from './strong-password.ts'

const check = (password: string) =>
  requireUncommonPassword('password', password, ['ivanov@example.ru', 'ООО «Гараж-Плюс»'])

test.each([
  'artikul2026',
  'Артикул2026',
  'abcdefghij',
  'Пароль12345',
  'йцукенгшщз',
  'qwertyuiop12',
  'ivanov2026!',
  'гараж-2026',
  'ааааааааааааа',
  'xxxxxxxxxxxxxxxxxxxx',
])('password %s is refused as easy to guess', async (password) => {
  await expect(check(password)).rejects.toThrow()
})

test.each(['Совсем новый пароль 7', 'correct horse battery', 'Zt9#kq2Lm!', 'Журавль летит 5'])(
  'password %s is accepted',
  async (password) => {
    await expect(check(password)).resolves.toBeUndefined()
  },
)
