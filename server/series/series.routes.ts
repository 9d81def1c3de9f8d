import { series } from '#contract/series.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { correctDate, setEnrolmentStates } from './act-on-enrolments.ts'
import { moveOccasions, sendOccasionsNow, skipOccasions } from './act-on-occasions.ts'
import { receiveEnrolmentFile, writeEnrolmentTemplate } from './enrol-file.ts'
import { enrolPatients } from './enrol.ts'
import { listEnrolments } from './enrolments.sql.ts'
import { listOccasions } from './occasions.sql.ts'
import { readPatientSeries } from './patient-series.ts'
import { createSeries, previewChange, readSeries, setSeriesState, updateSeries } from './series.ts'
import { listSeries } from './series.sql.ts'

export const serveSeries = (deps: RouteDeps) =>
  serve(deps, series, {
    list: (ctx, { query }) => listSeries(ctx, query),
    create: (ctx, input) => createSeries(ctx, input),
    get: (ctx, { params }) => readSeries(ctx, params.id),
    update: (ctx, input) => updateSeries(ctx, input),
    preview: (ctx, input) => previewChange(ctx, input),
    setState: (ctx, input) => setSeriesState(ctx, input),
    enrolments: (ctx, { params, query }) => listEnrolments(ctx, params.id, query),
    enrol: (ctx, input) => enrolPatients(ctx, input),
    enrolFile: { before: receiveEnrolmentFile },
    template: (ctx, { params }) => writeEnrolmentTemplate(ctx, params.id),
    setEnrolments: (ctx, input) => setEnrolmentStates(ctx, input),
    correctDate: (ctx, input) => correctDate(ctx, input),
    occasions: (ctx, { params, query }) => listOccasions(ctx, params.id, query),
    send: (ctx, input) => sendOccasionsNow(ctx, input),
    skip: (ctx, input) => skipOccasions(ctx, input),
    move: (ctx, input) => moveOccasions(ctx, input),
    ofPatient: (ctx, { params }) => readPatientSeries(ctx, params.id),
  })
