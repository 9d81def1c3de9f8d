export const layoutWords = {
  product: 'Formward',
  skip: 'Skip to main content',
  navigation: 'Main',
  menu: 'Menu',
  version: (version: string) => `Version ${version}`,
}
