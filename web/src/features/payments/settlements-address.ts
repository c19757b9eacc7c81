export const SETTLEMENT_TABS = ['payments', 'debts', 'blocks', 'reconciliations', 'entries'] as const

export const STATE_CHOICES = ['waiting', 'posted', 'aside', 'any'] as const
