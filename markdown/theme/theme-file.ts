/** In the content folder itself; it need not exist. */
export const THEME_FILE = 'theme.css';
