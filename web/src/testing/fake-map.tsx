interface FakeMapProps {
  selectedId?: number | null
  onPick?: (place: [number, number]) => void
}

/** Replaces the map, which is another document with its own tests. */
export const FakeMap = ({ selectedId, onPick }: FakeMapProps) =>
  onPick ? (
    <button type="button" onClick={() => onPick([50.5, 53.5])}>
      Нажать на карту
    </button>
  ) : (
    <p>На карте: {selectedId}</p>
  )
