import ConsigneeForm from './consignee-form.tsx'

interface Props {
  onClose: () => void
  onCreated: (id: number) => void
}

/** Form of a new delivery point, opened from another flow and passed to it by the route. */
export default function NewConsignee({ onClose, onCreated }: Props) {
  return <ConsigneeForm item={null} onClose={onClose} onSaved={onCreated} />
}
