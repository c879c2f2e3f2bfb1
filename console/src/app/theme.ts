import { createTheme } from '@mantine/core';

/** Dark enough on white, and bright enough on dark, for WCAG 2.2 AA. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: { light: 9, dark: 9 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { centered: true } },
    Button: { defaultProps: { size: 'sm' } },
    // Below the header: a list goes under it with its field. In a `Dialog` it lies above that.
    Combobox: { defaultProps: { zIndex: 90 } },
    // Help stands below: fields side by side are in line whether they have some or not.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Alert: { defaultProps: { radius: 'sm' } },
  },
});
