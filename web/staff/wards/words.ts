export const wardListWords = {
  label: 'Wards',
  empty: { title: 'No wards yet', text: 'An organisation can limit which patients a user sees to the wards of that user.' },
}
