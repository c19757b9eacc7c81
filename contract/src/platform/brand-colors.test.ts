import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  brandProperties,
  brandStyles,
  contrast,
  deriveBrand,
  DESIGN,
  leastContrast,
  MARK_CONTRAST,
  SURFACES,
  TEXT_CONTRAST,
  type HexColor,
  type Theme,
} from './brand-colors.ts'

const TOKENS = readFileSync(new URL('../../../web/src/ui/styles/tokens.css', import.meta.url), 'utf8')
const THEMES = ['light', 'dark'] as const

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // Both sides of the limits, as other calculators round them.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#949494', '#ffffff', 3.03],
  ['#969696', '#ffffff', 2.96],
  ['#eb0000', '#ffffff', 4.63],
] as const)('contrast of %s and %s is %d', (one, other, ratio) => {
  expect(Number(contrast(one, other).toFixed(2))).toBe(ratio)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test.each<[HexColor, Theme, HexColor, HexColor]>([
  // What suffices stays as chosen.
  ['#b3261e', 'light', '#b3261e', '#b3261e'],
  ['#0b6e4f', 'light', '#0b6e4f', '#0b6e4f'],
  ['#1a237e', 'light', '#1a237e', '#1a237e'],
  ['#0b6e4f', 'dark', '#278060', '#51a583'],
  ['#ffdd00', 'light', '#9f8a00', '#7e6d00'],
  ['#ffdd00', 'dark', '#ac9400', '#ffdd00'],
  ['#ffffff', 'light', '#8a8a8a', '#6d6d6d'],
  ['#000000', 'dark', '#717171', '#969696'],
])('colour %s in the %s theme gives marks %s and links %s', (color, theme, primary, text) => {
  expect(deriveBrand(color, theme)).toMatchObject({ primary, text })
})

test('every colour keeps the contrast of texts, marks and labels in both themes', () => {
  const hex = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((color): HexColor => `#${color.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, fc.constantFrom(...THEMES), (color, theme) => {
      const { primary, fill, fillHover, fillActive, text, soft } = deriveBrand(color, theme)
      expect(leastContrast(text, [...SURFACES[theme], soft])).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      for (const mark of [primary, fill])
        expect(leastContrast(mark, ['#ffffff', ...SURFACES[theme]])).toBeGreaterThanOrEqual(MARK_CONTRAST)
      for (const under of [fill, fillHover, fillActive])
        expect(contrast(under, '#ffffff')).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }),
    { numRuns: 300 },
  )
})

test.each(THEMES)('surfaces of the %s theme and its colours are those of the tokens', (theme) => {
  const [root = '', dark = ''] = TOKENS.split(/^\.dark \{/m)
  const rules = theme === 'light' ? root : dark
  const surfaces = ['surface', 'raised', 'bg', 'group'].map((name) => new RegExp(`--${name}: (#\\w+)`).exec(rules)?.[1])
  expect(surfaces.map((color) => (color === '#fff' ? '#ffffff' : color))).toEqual(SURFACES[theme])
  for (const [name, color] of Object.entries(brandProperties(DESIGN[theme]))) {
    const own = new RegExp(`${name}: (#\\w+)`).exec(rules) ?? new RegExp(`${name}: (#\\w+)`).exec(root)
    expect([name, own?.[1]?.replace(/^#f00$/, '#ff0000')]).toEqual([name, color])
  }
})

test('style sheet names both themes and nothing but colours', () => {
  expect(brandStyles('#0b6e4f')).toMatch(
    /^:root,\.light\{(--[a-z-]+:#[\da-f]{6};?)+\}\.dark\{(--[a-z-]+:#[\da-f]{6};?)+\}$/,
  )
})
