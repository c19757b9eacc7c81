import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '../../../../platform/clock.ts'
import { AppError } from '../../../../platform/errors.ts'
import { encryptionKeys, type EncryptionKeys } from '../../../../platform/encryption.ts'
import type { SealedOffer } from '../offers.ts'

const LINK_TTL_SECONDS = 15 * 60
const MANAGEMENT = 'dir'
const ENCRYPTION = 'A256GCM'

/** Offer of a recognised brand; others are not shown. */
export type KnownOffer = SealedOffer & { brandId: number }

/** Sealed references to offers that clients receive: unreadable, tamper-proof, bound to one company and short-lived. */
export interface References {
  seal: (offer: KnownOffer, contractorId: number | null) => Promise<string>
  /** @throws AppError `offer.outdated` */
  open: (reference: string, contractorId: number) => Promise<KnownOffer>
}

/** @param previous the previous secret, replaced by `secret` */
export function createReferences(clock: Clock, secret: string, previous?: string): References {
  const { current, all } = encryptionKeys('reference of an online offer', secret, previous)
  const openWith = async (key: EncryptionKeys['current'], reference: string, contractorId: number) => {
    const { payload } = await jwtDecrypt(reference, key, {
      audience: String(contractorId),
      currentDate: clock.now(),
      keyManagementAlgorithms: [MANAGEMENT],
      contentEncryptionAlgorithms: [ENCRYPTION],
      requiredClaims: ['exp'],
    })
    return payload['offer'] as KnownOffer // stored by `seal`
  }
  return {
    seal: (offer, contractorId) =>
      new EncryptJWT({ offer })
        .setProtectedHeader({ alg: MANAGEMENT, enc: ENCRYPTION })
        .setAudience(String(contractorId))
        .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + LINK_TTL_SECONDS)
        .encrypt(current),
    open: (reference, contractorId) =>
      Promise.any(all.map((key) => openWith(key, reference, contractorId))).catch(() => {
        throw new AppError('offer.outdated')
      }),
  }
}
