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

type Triple = readonly [number, number, number]

const toLinear = (channel: number) => (channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) => (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

const linearOf = (color: HexColor): Triple => [
  toLinear(Number.parseInt(color.slice(1, 3), 16) / 255),
  toLinear(Number.parseInt(color.slice(3, 5), 16) / 255),
  toLinear(Number.parseInt(color.slice(5, 7), 16) / 255),
]

const channelText = (value: number) =>
  Math.round(255 * Math.min(1, Math.max(0, fromLinear(Math.max(0, value)))))
    .toString(16)
    .padStart(2, '0')

/** Relative luminance (WCAG 2.2). */
function luminance(color: HexColor): number {
  const [red, green, blue] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: HexColor, other: HexColor): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export const leastContrast = (color: HexColor, surfaces: readonly HexColor[]) =>
  Math.min(...surfaces.map((surface) => contrast(color, surface)))

/** Converts to OKLab, where lightness changes without the hue (B. Ottosson, 2020). */
function toLab(color: HexColor): Triple {
  const [red, green, blue] = linearOf(color)
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return [
    0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
    1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short,
    0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short,
  ]
}

/** Linear channels of a colour in OKLab; beyond 0 and 1 a screen cannot show it. */
function toChannels([lightness, a, b]: Triple): Triple {
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ]
}

const isShowable = (channels: Triple) => channels.every((value) => value >= -0.0005 && value <= 1.0005)
const toHex = (channels: Triple): HexColor => `#${channels.map(channelText).join('')}`

/** Gives the colour another lightness, with as much of its chroma as a screen can show there. */
function withLightness([, a, b]: Triple, lightness: number): HexColor {
  for (let share = 1; share > 0; share -= 0.02) {
    const channels = toChannels([lightness, a * share, b * share])
    if (isShowable(channels)) return toHex(channels)
  }
  return toHex(toChannels([lightness, 0, 0]))
}

/** @param share share of the other colour, from 0 to 1 */
function mix(color: HexColor, other: HexColor, share: number): HexColor {
  const [from, to] = [toLab(color), toLab(other)]
  const at = (channel: 0 | 1 | 2) => from[channel] * (1 - share) + to[channel] * share
  return toHex(toChannels([at(0), at(1), at(2)]))
}

/** Luminance at which a colour still has the contrast with every darker surface, or with every lighter one. */
const above = (ratio: number, surfaces: readonly HexColor[]) =>
  Math.max(...surfaces.map((surface) => ratio * (luminance(surface) + 0.05) - 0.05))
const below = (ratio: number, surfaces: readonly HexColor[]) =>
  Math.min(...surfaces.map((surface) => (luminance(surface) + 0.05) / ratio - 0.05))

/** Darkens or lightens the colour as little as its luminance needs. */
function fit(color: HexColor, lowest: number, highest: number): HexColor {
  const isWithin = (one: HexColor) => luminance(one) >= lowest && luminance(one) <= highest
  if (isWithin(color)) return color
  const lab = toLab(color)
  const end = luminance(color) > highest ? 0 : 1
  for (let step = 1; step < STEPS; step++) {
    const changed = withLightness(lab, lab[0] + ((end - lab[0]) * step) / STEPS)
    if (isWithin(changed)) return changed
  }
  return end === 0 ? BLACK : WHITE
}

/** Share of black under the pointer and pressed; nearly black becomes lighter instead. */
const pressed = (fill: HexColor, share: number) =>
  luminance(fill) > 0.02 ? mix(fill, BLACK, share) : mix(fill, WHITE, share)

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
