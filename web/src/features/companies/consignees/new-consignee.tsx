import ConsigneeForm from './consignee-form.tsx'

interface Props {
  onClose: () => void
  onCreated: (id: number) => void
}

/** A new point for the person who needs one in the middle of something else: the route hands it over. */
export default function NewConsignee({ onClose, onCreated }: Props) {
  return <ConsigneeForm item={null} onClose={onClose} onSaved={onCreated} />
}
