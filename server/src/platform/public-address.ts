import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Non-public networks: RFC 6890 and mappings of IPv4 into IPv6. */
const NOT_PUBLIC: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
  ['fe80::', 10],
  ['ff00::', 8],
]
/** One list per family: in a common one, networks of mapped addresses would match every IPv4 address. */
const blocked = { 4: new BlockList(), 6: new BlockList() }
for (const [network, prefix] of NOT_PUBLIC)
  if (isIPv6(network)) blocked[6].addSubnet(network, prefix, 'ipv6')
  else blocked[4].addSubnet(network, prefix, 'ipv4')

export interface Address {
  address: string
  family: 4 | 6
}

export const isPublic = ({ address, family }: Address): boolean =>
  !blocked[family].check(address, family === 6 ? 'ipv6' : 'ipv4')

/** Checks the host of a URL: true for a name, which is resolved later, and for a public IP address. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family === 0 || isPublic({ address: host, family: family as Address['family'] })
}

/** Resolves a public name; null when any of its addresses is not public. */
export async function resolvePublic(hostname: string, allowsPrivate: boolean): Promise<Address | null> {
  const found = (await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })) as Address[]
  const [first] = found
  return first !== undefined && (allowsPrivate || found.every(isPublic)) ? first : null
}
