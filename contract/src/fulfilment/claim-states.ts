/** Subjects of a claim. */
export const CLAIM_KINDS = {
  unfit: 'Возврат (не подошло)',
  wrong: 'Пересорт',
  shortage: 'Недостача',
  surplus: 'Излишек',
  damage: 'Повреждение при доставке',
  defect: 'Брак до установки',
  warranty: 'Гарантия (после установки)',
  price: 'Ошибка в цене или документах',
} as const
export type ClaimKind = keyof typeof CLAIM_KINDS

/** States of a claim. */
export const CLAIM_STATES = {
  submitted: 'Подано',
  in_review: 'На рассмотрении',
  question: 'Ждём вашего ответа',
  approved: 'Одобрено, ждём товар',
  received: 'Товар получен',
  inspection: 'На экспертизе',
  closed: 'Решено',
  declined: 'Отказано',
  withdrawn: 'Отозвано',
} as const
export type ClaimState = keyof typeof CLAIM_STATES
