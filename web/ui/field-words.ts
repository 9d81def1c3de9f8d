export const fieldWords = { optional: '(optional)', errorPrefix: 'Error: ', problem: 'There is a problem' }

export const dialogWords = { cancel: 'Cancel', close: 'Close' }

export const menuWords = { more: 'More actions' }

export const dateWords = { day: 'Day', month: 'Month', year: 'Year' }

export const fileWords = {
  drop: 'Drop a file here, or',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  uploading: 'Uploading…',
}

export const toastWords = { label: 'Alerts', close: 'Close message', undo: 'Undo' }
