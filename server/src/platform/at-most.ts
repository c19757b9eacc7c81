import { Transform } from 'node:stream'

/** Lets so many bytes through; one more ends the stream with the refusal. Counted as they come. */
export function atMost(most: number, refusal: () => Error): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > most) done(refusal())
      else done(null, chunk)
    },
  })
}
