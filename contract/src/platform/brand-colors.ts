import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
  wcagLuminance,
  type Oklch,
} from 'culori/fn'

/** `#rrggbb` in small letters. */
export type HexColor = `#${string}`
export type Theme = 'light' | 'dark'

/** Colours of a theme that follow the supplier's colour. */
export interface BrandColors {
  /** Marks, switches, lines under the active tab. */
  primary: HexColor
  /** Under a white label of normal size. */
  fill: HexColor
  fillHover: HexColor
  fillActive: HexColor
  /** Text of links and of what is chosen. */
  text: HexColor
  /** Behind the text. */
  soft: HexColor
}

/** Least contrast of text of normal size, and of marks and focus rings (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5
export const MARK_CONTRAST = 3

/** Surfaces that carry text and marks, as in `web/src/ui/styles/tokens.css`. */
export const SURFACES = {
  light: ['#ffffff', '#f8f9fa', '#f4f5f7', '#eef0f2'],
  dark: ['#181b1f', '#1d2125', '#101214', '#24292e'],
} as const satisfies Record<Theme, readonly HexColor[]>

const WHITE = '#ffffff'
const BLACK = '#000000'
/** Steps of lightness: finer than the eight bits of a channel. */
const STEPS = 500

for (const mode of [modeRgb, modeLrgb, modeOklab]) useMode(mode)
const toOklch = useMode(modeOklch)

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export const contrast = (one: HexColor, other: HexColor): number => wcagContrast(one, other)

export const leastContrast = (color: HexColor, surfaces: readonly HexColor[]) =>
  Math.min(...surfaces.map((surface) => contrast(color, surface)))

/** Gives the colour another lightness in OKLCH, with as much of its chroma as a screen can show there. */
const withLightness = (color: Oklch, l: number) => formatHex(clampChroma({ ...color, l }, 'oklch')) as HexColor

/** @param share share of the other colour, from 0 to 1 */
const mix = (color: HexColor, other: HexColor, share: number) =>
  formatHex(interpolate([color, other], 'oklab')(share)) as HexColor

/** Luminance at which a colour still has the contrast with every darker surface, or with every lighter one. */
const above = (ratio: number, surfaces: readonly HexColor[]) =>
  Math.max(...surfaces.map((surface) => ratio * (wcagLuminance(surface) + 0.05) - 0.05))
const below = (ratio: number, surfaces: readonly HexColor[]) =>
  Math.min(...surfaces.map((surface) => (wcagLuminance(surface) + 0.05) / ratio - 0.05))

/** Darkens or lightens the colour as little as its luminance needs. */
function fit(color: HexColor, lowest: number, highest: number): HexColor {
  const isWithin = (one: HexColor) => wcagLuminance(one) >= lowest && wcagLuminance(one) <= highest
  if (isWithin(color)) return color
  const chosen = toOklch(color) as Oklch // every `#rrggbb` is a colour
  const end = wcagLuminance(color) > highest ? 0 : 1
  for (let step = 1; step < STEPS; step++) {
    const changed = withLightness(chosen, chosen.l + ((end - chosen.l) * step) / STEPS)
    if (isWithin(changed)) return changed
  }
  return end === 0 ? BLACK : WHITE
}

/** Share of black under the pointer and pressed; nearly black becomes lighter instead. */
const pressed = (fill: HexColor, share: number) =>
  wcagLuminance(fill) > 0.02 ? mix(fill, BLACK, share) : mix(fill, WHITE, share)

/**
 * Derives the colours of a theme from the supplier's: each is the nearest one whose contrast suffices. White labels and
 * check marks stand on `fill` and `primary`, so these keep their contrast with white too.
 */
export function deriveBrand(color: HexColor, theme: Theme): BrandColors {
  const surfaces = SURFACES[theme]
  const isLight = theme === 'light'
  const lowest = isLight ? 0 : above(MARK_CONTRAST, surfaces)
  const primary = fit(color, lowest, below(MARK_CONTRAST, isLight ? surfaces : [WHITE]))
  const fill = fit(color, lowest, below(TEXT_CONTRAST, [WHITE]))
  const soft = isLight ? mix(primary, WHITE, 0.92) : mix(primary, surfaces[0], 0.75)
  const behind = [...surfaces, soft]
  const text = isLight ? fit(color, 0, below(TEXT_CONTRAST, behind)) : fit(color, above(TEXT_CONTRAST, behind), 1)
  return { primary, fill, fillHover: pressed(fill, 0.13), fillActive: pressed(fill, 0.25), text, soft }
}

/** Colours of the design (`tokens.css`), in force until the supplier chooses a colour. */
export const DESIGN: Readonly<Record<Theme, BrandColors>> = {
  light: {
    primary: '#ff0000',
    fill: '#eb0000',
    fillHover: '#c80000',
    fillActive: '#ad0000',
    text: '#c80000',
    soft: '#fff0f0',
  },
  dark: {
    primary: '#ff0000',
    fill: '#eb0000',
    fillHover: '#c80000',
    fillActive: '#ad0000',
    text: '#ff6b6b',
    soft: '#3a1416',
  },
}

/** @param color chosen colour; null for that of the design */
export const brandOf = (color: HexColor | null, theme: Theme): BrandColors =>
  color === null ? DESIGN[theme] : deriveBrand(color, theme)

/** Custom properties of `tokens.css` that the supplier's colour replaces. */
export const brandProperties = (colors: BrandColors): Readonly<Record<`--${string}`, HexColor>> => ({
  '--primary': colors.primary,
  '--primary-fill': colors.fill,
  '--primary-fill-hover': colors.fillHover,
  '--primary-fill-active': colors.fillActive,
  '--brand': colors.text,
  '--brand-soft': colors.soft,
  '--ring': colors.text,
})

/** Style sheet with the supplier's colour, which follows the portal's own. */
export function brandStyles(color: HexColor): string {
  const rule = (selector: string, theme: Theme) =>
    `${selector}{${Object.entries(brandProperties(deriveBrand(color, theme)))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`
  return rule(':root,.light', 'light') + rule('.dark', 'dark')
}
