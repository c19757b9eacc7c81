import { isStaff, ROLE_LABELS, STAFF_RIGHT_LABELS, STAFF_RIGHTS, type Role } from '@artikul/contract/core/roles'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { useSession } from '../../../lib/session/current-session.ts'
import type { AccountDraft } from './account-draft.ts'

const CLIENT_ROLES = ['CONTRACTOR_USER', 'CONTRACTOR_ADMIN'] as const
const STAFF_ROLES = ['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER'] as const

interface Props {
  /** True for a manager, who can also create managers; a client admin creates only employees of the company. */
  staff: boolean
  disabled: boolean
  draft: AccountDraft
  onChange: (fields: Partial<Pick<AccountDraft, 'roles' | 'rights'>>) => void
  error: string | undefined
}

export function RoleFields({ staff, disabled, draft, onChange, error }: Props) {
  const { roles, rights } = draft
  const ours = isStaff(roles)
  const own = useSession().user?.rights ?? []
  return (
    <div className="flex flex-col gap-3">
      {staff && (ours || own.includes('administrator')) && (
        <RadioGroup
          label="Чей это сотрудник"
          items={[
            { value: 'client', label: 'Клиента', disabled },
            { value: 'staff', label: 'Наш', disabled },
          ]}
          value={ours ? 'staff' : 'client'}
          onValueChange={(group) =>
            onChange({ roles: [group === 'staff' ? 'ARTIKUL_ORDER_MANAGER' : 'CONTRACTOR_USER'] })
          }
        />
      )}
      {ours ? (
        <>
          <Boxes label="Роли">
            {STAFF_ROLES.map((role) => (
              <Checkbox
                key={role}
                label={ROLE_LABELS[role]}
                disabled={disabled || isLast(roles, role)}
                checked={roles.includes(role)}
                onCheckedChange={(on) => onChange({ roles: toggled(roles, role, on) })}
              />
            ))}
          </Boxes>
          <Boxes label="Права">
            {STAFF_RIGHTS.map((right) => (
              <Checkbox
                key={right}
                label={STAFF_RIGHT_LABELS[right]}
                disabled={disabled || !own.includes(right)}
                checked={rights.includes(right)}
                onCheckedChange={(on) => onChange({ rights: toggled(rights, right, on) })}
              />
            ))}
          </Boxes>
        </>
      ) : (
        <RadioGroup
          label="Роль"
          items={CLIENT_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role], disabled }))}
          value={roles.includes('CONTRACTOR_ADMIN') ? 'CONTRACTOR_ADMIN' : 'CONTRACTOR_USER'}
          onValueChange={(role) => onChange({ roles: [role] })}
        />
      )}
      {error && (
        <p role="alert" className="text-xs text-accent">
          {error}
        </p>
      )}
    </div>
  )
}

/** True for the person's last role, without which they would belong to no group. */
const isLast = (roles: readonly Role[], role: Role) => roles.length === 1 && roles[0] === role

const toggled = <T,>(all: readonly T[], item: T, on: boolean): T[] =>
  on ? [...all, item] : all.filter((other) => other !== item)

const Boxes = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-xs font-semibold text-text-2">{label}</legend>
    {children}
  </fieldset>
)
