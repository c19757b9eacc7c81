import { z } from 'zod'

export const ContractorStatus = z.enum(['pending', 'active', 'declined'])
export type ContractorStatus = z.infer<typeof ContractorStatus>

export const CONTRACTOR_STATUS_LABELS: Record<ContractorStatus, string> = {
  pending: 'На рассмотрении',
  active: 'Работает',
  declined: 'Отклонена',
}
