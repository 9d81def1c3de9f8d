import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { ButtonsSample } from './ButtonsSample.tsx'
import { ChoicesSample } from './ChoicesSample.tsx'
import { ColoursSample } from './ColoursSample.tsx'
import { FieldsSample } from './FieldsSample.tsx'
import { FiguresSample } from './FiguresSample.tsx'
import { FiltersSample } from './FiltersSample.tsx'
import { ListsSample } from './ListsSample.tsx'
import { OverlaysSample } from './OverlaysSample.tsx'
import { TableStatesSample } from './TableStatesSample.tsx'
import { VariantsSample } from './VariantsSample.tsx'
import { WorklistSample } from './WorklistSample.tsx'

/** Every primitive in every variant and state, to be looked at and measured; in development only. */
export function StyleguidePage() {
  return (
    <>
      <PageHeader title="Style guide" description="Every part of the interface in every variant and state." />
      <Stack gap="lg">
        <ColoursSample />
        <ButtonsSample />
        <VariantsSample />
        <FieldsSample />
        <ChoicesSample />
        <FiltersSample />
        <WorklistSample />
        <TableStatesSample />
        <OverlaysSample />
        <ListsSample />
        <FiguresSample />
      </Stack>
    </>
  )
}
