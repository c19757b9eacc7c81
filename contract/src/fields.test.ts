import { describe, expect, test } from 'vitest'
import { Day, Email, Login, requiredText } from './fields.ts'

describe('a day', () => {
  test.each(['2000-01-01', '2026-02-28', '2100-12-31'])('%s is taken', (day) => {
    expect(Day.parse(day)).toBe(day)
  })

  test.each(['0000-01-01', '1999-12-31', '2101-01-01', '9999-12-31', '2026-02-30', '2026-2-3'])(
    'C-64 %s is not',
    (day) => {
      expect(Day.safeParse(day).success).toBe(false)
    },
  )
})

describe('a text that has to be there', () => {
  test.each(['', '   ', '\u200b', '\u00a0\u2060', '\u202e\u200d'])('%j is nothing', (typed) => {
    const { error } = requiredText(20).safeParse(typed)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Заполните поле'])
  })

  test.each(['а', '👍', '👨\u200d👩\u200d👧', '.'])('%s is something', (typed) => {
    expect(requiredText(20).parse(` ${typed} `)).toBe(typed)
  })
})

describe('an e-mail', () => {
  test.each([
    [' Ivanov@Example.RU ', 'ivanov@example.ru'],
    ['Почта@Пример.РФ', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['почта@xn--e1afmkfd.xn--p1ai', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['почта@XN--E1AFMKFD.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['info@straße.de', 'info@xn--strae-oqa.de'],
    // «й» of one sign and of two.
    ['й@example.ru', 'й@example.ru'],
    ['и\u0306@example.ru', 'й@example.ru'],
    ['first.last+tag@mail.example.com', 'first.last+tag@mail.example.com'],
  ])('%j is kept as %s', (typed, kept) => {
    expect(Email.parse(typed)).toBe(kept)
  })

  test.each(['a@b', 'a@-b.ru', 'a@b..ru', 'a@127.0.0.1', 'a@b.ru/x', 'a@b.ru:80', `a@${'ж'.repeat(200)}.рф`])(
    '%.40j is refused',
    (typed) => {
      expect(Email.safeParse(typed).success).toBe(false)
    },
  )

  test('is a login in the same form; a name stays as it is', () => {
    expect(Login.parse('ПОЧТА@пример.рф')).toBe('почта@xn--e1afmkfd.xn--p1ai')
    expect(Login.parse(' Orlova ')).toBe('Orlova')
    expect(Login.parse('orlova@')).toBe('orlova@')
    expect(Login.safeParse(' ').success).toBe(false)
  })
})
