/** The public deterministic factory. It runs code with CREATE2 for anybody: https://github.com/Arachnid/deterministic-deployment-proxy */
export const FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
