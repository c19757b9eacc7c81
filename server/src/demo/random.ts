/** Deterministic pseudo-random numbers (mulberry32). */
export interface Random {
  /** Integer in from…to, both inclusive. */
  int: (from: number, to: number) => number
  chance: (share: number) => boolean
  pick: <T>(items: readonly T[]) => T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    int,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** Generates a part number of the shape: `#` becomes a digit, `@` a letter. */
export const fillShape = (shape: string, random: Random): string =>
  shape.replace(/[#@]/g, (sign) => (sign === '#' ? String(random.int(0, 9)) : (LETTERS[random.int(0, 22)] ?? 'A')))
