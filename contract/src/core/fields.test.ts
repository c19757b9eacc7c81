import { describe, expect, test } from 'vitest'
import { Day, Email, Login, Phone, requiredText } from './fields.ts'

describe('date', () => {
  test.each(['2000-01-01', '2026-02-28', '2100-12-31'])('%s is accepted', (day) => {
    expect(Day.parse(day)).toBe(day)
  })

  test.each(['0000-01-01', '1999-12-31', '2101-01-01', '9999-12-31', '2026-02-30', '2026-2-3'])(
    'C-64 %s is rejected',
    (day) => {
      expect(Day.safeParse(day).success).toBe(false)
    },
  )
})

describe('required text', () => {
  test.each(['', '   ', '\u200b', '\u00a0\u2060', '\u202e\u200d'])('%j is rejected as empty', (typed) => {
    const { error } = requiredText(20).safeParse(typed)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Заполните поле'])
  })

  test.each(['а', '👍', '👨\u200d👩\u200d👧', '.'])('%s is accepted', (typed) => {
    expect(requiredText(20).parse(` ${typed} `)).toBe(typed)
  })
})

describe('phone', () => {
  test.each([
    ['+7 (495) 123-45-67', '+74951234567'],
    ['8 (916) 123-45-67', '+79161234567'],
    ['916 123 45 67', '+79161234567'],
    ['846 123 45 67', '+78461234567'],
    ['8 800 555 35 35', '+78005553535'],
    ['8 10 375 29 123-45-67', '+375291234567'],
    ['+375 29 123 45 67', '+375291234567'],
    ['00 7 916 123 45 67', '+79161234567'],
    ['+7 701 123 45 67', '+77011234567'],
    ['+49 30 901820', '+4930901820'],
  ])('%s is stored as %s', (typed, kept) => {
    expect(Phone.parse(typed)).toBe(kept)
  })

  test.each([
    '+7 495 123-45-6',
    '8 916 123 45 6',
    '+7 916 1234567 8',
    '80291234567',
    '+70000000000',
    '1234567890123456',
  ])('%s is rejected', (typed) => {
    expect(Phone.safeParse(typed).success).toBe(false)
  })
})

describe('email', () => {
  test.each([
    [' Ivanov@Example.RU ', 'ivanov@example.ru'],
    ['Почта@Пример.РФ', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['почта@xn--e1afmkfd.xn--p1ai', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['почта@XN--E1AFMKFD.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['info@straße.de', 'info@xn--strae-oqa.de'],
    // «й» as one code point and as two.
    ['й@example.ru', 'й@example.ru'],
    ['и\u0306@example.ru', 'й@example.ru'],
    ['first.last+tag@mail.example.com', 'first.last+tag@mail.example.com'],
  ])('%j is stored as %s', (typed, kept) => {
    expect(Email.parse(typed)).toBe(kept)
  })

  test.each(['a@b', 'a@-b.ru', 'a@b..ru', 'a@127.0.0.1', 'a@b.ru/x', 'a@b.ru:80', `a@${'ж'.repeat(200)}.рф`])(
    '%.40j is rejected',
    (typed) => {
      expect(Email.safeParse(typed).success).toBe(false)
    },
  )

  test('used as a login gets the same form, and a plain login stays as typed', () => {
    expect(Login.parse('ПОЧТА@пример.рф')).toBe('почта@xn--e1afmkfd.xn--p1ai')
    expect(Login.parse(' Orlova ')).toBe('Orlova')
    expect(Login.parse('orlova@')).toBe('orlova@')
    expect(Login.safeParse(' ').success).toBe(false)
  })
})
