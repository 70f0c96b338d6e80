// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// BLS signatures on G1 of BLS12-381 (RFC 9380, EIP-2537). A precompile that fails gives zeros or nothing, which no
/// check passes.
library Bls {
    uint160 private constant MODEXP = 0x05;
    uint160 private constant G1ADD = 0x0b;
    uint160 private constant PAIRING_CHECK = 0x0f;
    uint160 private constant MAP_FP_TO_G1 = 0x10;

    // The field's modulus p, and (p - 1) / 2.
    uint256 private constant P_HIGH = 0x1a0111ea397fe69a4b1ba7b6434bacd7;
    uint256 private constant P_LOW = 0x64774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab;
    uint256 private constant HALF_HIGH = 0x0d0088f51cbff34d258dd3db21a5d66b;
    uint256 private constant HALF_LOW = 0xb23ba5c279c2895fb39869507b587b120f55ffff58a9ffffdcff7fffffffd555;
    // (p + 1) / 4: raising to it takes the square root of a square.
    bytes private constant ROOT =
        hex"0680447a8e5ff9a692c6e9ed90d2eb35d91dd2e13ce144afd9cc34a83dac3d8907aaffffac54ffffee7fbfffffffeaab";

    bytes private constant NEGATED_G2_GENERATOR =
        hex"00000000000000000000000000000000024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
        hex"0000000000000000000000000000000013e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
        hex"000000000000000000000000000000000d1b3cc2c7027888be51d9ef691d77bcb679afda66c73f17f9ee3837a55024f78c71363275a75d75d86bab79f74782aa"
        hex"0000000000000000000000000000000013fa4d4a0ad8b1ce186ed5061789213d993923066dddaf1040bc3ff59f825c78df74f2d75467e25e0f55f8a00fa030ed";

    // The suite's tag and, as RFC 9380 wants it, the tag's length.
    bytes private constant DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_\x2b";

    /// Whether `signature` is the key's over `message`: a compressed point of 48 bytes, or x and y of 48 bytes each, which
    /// saves the square root. One signature has one encoding of each form. A point off the curve or its subgroup costs
    /// nearly all gas that is left.
    /// `publicKey` is a point of G2, as EIP-2537 encodes it, in its subgroup and not infinity.
    function isSigned(bytes memory message, bytes calldata signature, bytes memory publicKey)
        internal
        view
        returns (bool)
    {
        bytes memory hash = hashToPoint(message);
        if (signature.length == 96) {
            return isOne(
                bytes.concat(
                    bytes16(0), signature[:48], bytes16(0), signature[48:], NEGATED_G2_GENERATOR, hash, publicKey
                )
            );
        }
        (bool isPoint, bytes memory point) = decompress(signature);
        return isPoint && isOne(bytes.concat(point, NEGATED_G2_GENERATOR, hash, publicKey));
    }

    /// Whether the product of the pairings is one; false too when a point is not in its subgroup.
    function isOne(bytes memory pairs) internal view returns (bool result) {
        assembly ("memory-safe") {
            // A precompile that fails leaves the zero.
            mstore(0, 0)
            pop(staticcall(gas(), PAIRING_CHECK, add(pairs, 0x20), mload(pairs), 0, 0x20))
            result := eq(mload(0), 1)
        }
    }

    /// hash_to_curve of RFC 9380 with the suite BLS12381G1_XMD:SHA-256_SSWU_RO_.
    function hashToPoint(bytes memory message) internal view returns (bytes memory point) {
        // The input of each hash but the first: the hashes before it, its number and the tag.
        bytes memory tagged = abi.encodePacked(bytes32(0), uint8(0), DOMAIN);
        bytes32 start = sha256(abi.encodePacked(bytes32(0), bytes32(0), message, uint16(128), uint8(0), DOMAIN));
        // The input of modexp (EIP-198): a number of 64 bytes, to the power of one, modulo p.
        bytes memory power = abi.encodePacked(
            uint256(64), uint256(1), uint256(48), bytes32(0), bytes32(0), uint8(1), uint128(P_HIGH), P_LOW
        );
        // The two points, which become their sum.
        point = new bytes(256);
        assembly ("memory-safe") {
            let isDone := 1
            let hash := 0
            for { let i := 0 } lt(i, 2) { i := add(i, 1) } {
                for { let j := 1 } lt(j, 3) { j := add(j, 1) } {
                    mstore(add(tagged, 0x20), xor(start, hash))
                    mstore8(add(tagged, 0x40), add(add(i, i), j))
                    isDone := and(isDone, staticcall(gas(), 2, add(tagged, 0x20), 77, 0, 0x20))
                    hash := mload(0)
                    mstore(add(power, add(0x60, shl(5, j))), hash)
                }
                // A number of the field has 64 bytes, of which the first 16 are zero (EIP-2537).
                mstore(0, 0)
                isDone := and(isDone, staticcall(gas(), MODEXP, add(power, 0x20), 209, 0x10, 0x30))
                isDone := and(isDone, staticcall(gas(), MAP_FP_TO_G1, 0, 0x40, add(add(point, 0x20), shl(7, i)), 0x80))
            }
            isDone := and(isDone, staticcall(gas(), G1ADD, add(point, 0x20), 0x100, add(point, 0x20), 0x80))
            mstore(point, 0x80)
            // Where a precompile failed, no point.
            mstore(add(point, 0x20), or(mload(add(point, 0x20)), sub(isDone, 1)))
        }
    }

    /// The compressed encoding of x and y, 48 bytes each, of a valid point; other lengths come back as they are.
    function compress(bytes calldata point) internal pure returns (bytes memory) {
        if (point.length != 96) return point;
        uint256 yHigh = uint128(bytes16(point[48:]));
        uint256 yLow = uint256(bytes32(point[64:]));
        bytes16 flags = _isBelow(HALF_HIGH, HALF_LOW, yHigh, yLow) ? bytes16(hex"a0") : bytes16(hex"80");
        return bytes.concat(bytes16(point) | flags, point[16:48]);
    }

    /// The point of a compressed encoding of 48 bytes; infinity and numbers beyond the field are no points.
    function decompress(bytes calldata encoded) internal view returns (bool isPoint, bytes memory point) {
        if (encoded.length != 48 || encoded[0] & 0xc0 != 0x80) return (false, point);
        uint256 xHigh = uint128(bytes16(encoded)) & (type(uint128).max >> 3);
        uint256 xLow = uint256(bytes32(encoded[16:]));
        if (!_isBelow(xHigh, xLow, P_HIGH, P_LOW)) return (false, point);

        (uint256 high, uint256 low) = _curve(xHigh, xLow);
        (uint256 yHigh, uint256 yLow) = _power(_encode(high, low), ROOT);
        (uint256 squareHigh, uint256 squareLow) = _power(_encode(yHigh, yLow), hex"02");
        if (squareHigh != high || squareLow != low) return (false, point);

        bool isLarger = _isBelow(HALF_HIGH, HALF_LOW, yHigh, yLow);
        if (isLarger != (encoded[0] & 0x20 != 0)) (yHigh, yLow) = _subtract(P_HIGH, P_LOW, yHigh, yLow);
        return (true, abi.encode(xHigh, xLow, yHigh, yLow));
    }

    /// x³ + 4, which may reach p only where no y belongs to x: of -1, -2, -3 and -4 only -1 is a cube, and 3 no square.
    function _curve(uint256 xHigh, uint256 xLow) private view returns (uint256 high, uint256 low) {
        (high, low) = _power(_encode(xHigh, xLow), hex"03");
        unchecked {
            low += 4;
            if (low < 4) high += 1;
        }
    }

    /// base to the power of exponent, modulo p (EIP-198).
    function _power(bytes memory base, bytes memory exponent) private view returns (uint256 high, uint256 low) {
        bytes memory result = _call(
            MODEXP,
            abi.encodePacked(base.length, exponent.length, uint256(48), base, exponent, uint128(P_HIGH), P_LOW)
        );
        high = uint128(bytes16(result));
        assembly ("memory-safe") {
            low := mload(add(result, 48))
        }
    }

    function _encode(uint256 high, uint256 low) private pure returns (bytes memory) {
        return abi.encodePacked(uint128(high), low);
    }

    function _isBelow(uint256 high, uint256 low, uint256 otherHigh, uint256 otherLow) private pure returns (bool) {
        return high < otherHigh || (high == otherHigh && low < otherLow);
    }

    /// Of a number that is not below the other.
    function _subtract(uint256 high, uint256 low, uint256 otherHigh, uint256 otherLow)
        private
        pure
        returns (uint256, uint256)
    {
        unchecked {
            return (high - otherHigh - (low < otherLow ? 1 : 0), low - otherLow);
        }
    }

    function _call(uint160 precompile, bytes memory input) private view returns (bytes memory output) {
        (, output) = address(precompile).staticcall(input);
    }
}
