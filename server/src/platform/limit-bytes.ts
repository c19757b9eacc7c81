import { Transform } from 'node:stream'

/** Passes bytes up to the limit, counted as they arrive; one more ends the stream with the refusal. */
export function limitBytes(most: number, refusal: () => Error): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > most) done(refusal())
      else done(null, chunk)
    },
  })
}
