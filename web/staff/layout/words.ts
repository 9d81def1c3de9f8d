export const layoutWords = {
  product: 'Formward',
  skip: 'Skip to main content',
  navigation: 'Main',
  menu: 'Menu',
  colours: 'Colours',
  colourSchemes: { system: 'System', light: 'Light', dark: 'Dark' },
  version: (version: string) => `Version ${version}`,
}
