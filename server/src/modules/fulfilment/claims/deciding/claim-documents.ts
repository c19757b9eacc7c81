import { CLAIM_DOCUMENTS, CLAIM_TERMS } from '@artikul/contract/fulfilment/claim-rules'
import type { Claim } from '@artikul/contract/fulfilment/claims'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor } from '../../../../platform/http/index.ts'
import type { DrawPdf } from '../../../../platform/files/pdf-pool.ts'
import { qrPath } from '../../../../platform/files/qr-path.ts'
import type { ClaimDeps } from '../create-claim.ts'
import { selectClaimParties, type ClaimParties } from './claim-documents.queries.ts'
import { readClaim } from '../read-claims.ts'

const ACT = new URL('act-pdf.ts', import.meta.url)
const LABEL = new URL('label-pdf.ts', import.meta.url)

interface ClaimDocumentDeps extends ClaimDeps {
  drawPdf: DrawPdf
}

export interface ActFacts {
  claim: Claim
  parties: ClaimParties
}

export interface ReturnLabelFacts extends ActFacts {
  /** QR code that opens the claim. */
  qr: { size: number; path: string }
}

async function factsOf(db: Db, actor: Actor, id: number): Promise<ActFacts> {
  const claim = await readClaim(db, actor, id)
  return { claim, parties: await selectClaimParties(db, id) }
}

/**
 * Draws the document of a claim by its kind, without prices, which are not needed for counting and signing.
 * @throws AppError `not_found`
 */
export async function drawAct(db: Db, { drawPdf }: Pick<ClaimDocumentDeps, 'drawPdf'>, actor: Actor, id: number) {
  const facts = await factsOf(db, actor, id)
  const { kind, number } = facts.claim
  return {
    bytes: await drawPdf(ACT, facts),
    type: 'application/pdf',
    name: `${CLAIM_DOCUMENTS[kind]} ${number}.pdf`,
  }
}

/**
 * Draws the label for goods handed over under a claim.
 * @throws AppError `not_found`, `claim.invalid_state` when no goods are to be handed over
 */
export async function drawLabel(db: Db, { drawPdf, mailer }: ClaimDocumentDeps, actor: Actor, id: number) {
  const facts = await factsOf(db, actor, id)
  const { kind, number, state } = facts.claim
  if (!CLAIM_TERMS[kind].comesBack || state !== 'approved')
    throw new AppError('claim.invalid_state', { detail: 'По этому обращению товар сейчас не сдают' })
  const label: ReturnLabelFacts = { ...facts, qr: qrPath(mailer.linkTo(`/claims/${id}`)) }
  return { bytes: await drawPdf(LABEL, label), type: 'application/pdf', name: `Этикетка ${number}.pdf` }
}
