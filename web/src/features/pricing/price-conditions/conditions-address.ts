export const CONDITION_TABS = ['conditions', 'groups', 'why', 'under', 'changes'] as const

export const SHOWN_STATES = ['any', 'in_force', 'coming', 'ended', 'overlapped'] as const
