export const chunk = (name: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)])
}

export const png = (...more: Buffer[]) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(20_000, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', Buffer.from([1])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const riff = (name: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, body, Buffer.alloc(body.length % 2)])
}

export const webp = (...chunks: Buffer[]) => {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + Buffer.concat(chunks).length, 4)
  return Buffer.concat([head, ...chunks])
}
